"""Firsthand as a tool of Pydantic AI: `pip install firsthand "pydantic-ai-slim[openai]"`, and a key in OPENAI_API_KEY.

    python pydantic_agent.py path/to/repository "where is the cache invalidated?"
"""

import sys
from typing import List

from firsthand import Firsthand
from pydantic_ai import Agent

root, question = sys.argv[1:]
code = Firsthand(root)
agent = Agent("openai-chat:gpt-5-mini", instructions="Answer from the reports of explore_code alone.")


@agent.tool_plain
def explore_code(question: str, words: List[str]) -> str:
    """Answers a question about the repository with places and quotes that were checked against the files.

    Args:
        question: One whole question, with every name in it.
        words: Three to eight words, names or settings that the code probably uses for it: guess.
    """
    return code.explore(question, words=words).markdown


with code:
    print(agent.run_sync(question).output)
