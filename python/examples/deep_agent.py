"""Firsthand as a tool of LangChain and deepagents: `pip install firsthand deepagents`, and a key in ANTHROPIC_API_KEY.

`langchain.agents.create_agent` takes the same list of tools.

    python deep_agent.py path/to/repository "where is the cache invalidated?"
"""

import sys
from typing import List

from deepagents import create_deep_agent
from firsthand import Firsthand
from langchain_core.messages import HumanMessage

root, question = sys.argv[1:]
code = Firsthand(root)


def explore_code(question: str, words: List[str]) -> str:
    """Answers one whole question about the repository with places and quotes that were checked against the files.

    `words`: three to eight words, names or settings that the code probably uses for it; guess."""
    return code.explore(question, words=words).markdown


agent = create_deep_agent(model="anthropic:claude-haiku-4-5", tools=[explore_code])
with code:
    print(agent.invoke({"messages": [HumanMessage(question)]})["messages"][-1].text)
