"""Firsthand in the Claude Agent SDK: `pip install firsthand claude-agent-sdk`, and a key in ANTHROPIC_API_KEY.

    python claude_agent.py path/to/repository "where is the cache invalidated?"
"""

import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query
from firsthand import program_path

root, question = sys.argv[1:]
options = ClaudeAgentOptions(
    cwd=root,
    # The server itself: its tool comes with its description, its schema, and progress.
    mcp_servers={"firsthand": {"command": program_path(), "args": ["mcp", "--root", root]}},
    allowed_tools=["mcp__firsthand__explore_code"],
)


async def main() -> None:
    async for message in query(prompt=question, options=options):
        if isinstance(message, ResultMessage):
            print(message.result)


asyncio.run(main())
