"""Times whole processes in turn (A B C A B C …) by the operating system's own accounting.

Reads {"rounds": n, "warmup": n, "commands": [{"name", "argv", "env"?}]} on standard input and prints
{"name": {"cpu": [seconds], "wall": [seconds], "maxrss_kb": [..], "exit": [..]}} on standard output.
Output of the commands is read and thrown away.
"""

import json
import os
import subprocess
import sys
import time


def run_once(argv, env):
    """Returns (cpu seconds, wall seconds, peak memory in KB, exit code) of one process."""
    start = time.monotonic()
    process = subprocess.Popen(argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss, process.returncode


def main():
    plan = json.load(sys.stdin)
    result = {command["name"]: {"cpu": [], "wall": [], "maxrss_kb": [], "exit": []} for command in plan["commands"]}
    for round_number in range(plan["warmup"] + plan["rounds"]):
        for command in plan["commands"]:
            figures = run_once(command["argv"], {**os.environ, **command.get("env", {})})
            if round_number >= plan["warmup"]:
                for key, value in zip(("cpu", "wall", "maxrss_kb", "exit"), figures):
                    result[command["name"]][key].append(value)
    json.dump(result, sys.stdout)


main()
