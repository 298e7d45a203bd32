"""Firsthand as a tool of the OpenAI Agents SDK: `pip install firsthand openai-agents`, and a key in OPENAI_API_KEY.

    python openai_agents.py path/to/repository "where is the cache invalidated?"
"""

import sys
from typing import List

from agents import Agent, Runner, function_tool
from firsthand import Firsthand

root, question = sys.argv[1:]
code = Firsthand(root)


@function_tool
def explore_code(question: str, words: List[str]) -> str:
    """Answers a question about the repository with places and quotes that were checked against the files.

    Args:
        question: One whole question, with every name in it.
        words: Three to eight words, names or settings that the code probably uses for it: guess.
    """
    return code.explore(question, words=words).markdown


agent = Agent(name="coder", instructions="Answer from the reports of explore_code alone.", tools=[explore_code])
with code:
    print(Runner.run_sync(agent, question).final_output)
