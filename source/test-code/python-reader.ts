import {type ChildProcess, spawn} from 'node:child_process';

/** Longest time that Python may take for one answer, in milliseconds. */
const timeoutMs = 10_000;

/** A reader that nobody asks ends after it: the next question starts another. */
const idleMs = 5000;

type Command = {executable: string; args: readonly string[]; env?: Record<string, string> | undefined};

/** Answers one question; null: there is no such Python, or it did not answer. */
type PythonReader = (question: unknown) => Promise<unknown>;

/**
 * A Python script that reads questions and writes answers, each one line of JSON. Its process is started by the first
 * question and kept for those that follow soon: of a thousand tests that are created one after the other, each would
 * else pay for the start of an interpreter. One question at a time, so that one that ends the process takes no other
 * with it. A process that waits keeps nobody from ending.
 */
export function pythonReader(command: Command): PythonReader {
	let kept: ChildProcess | null = null;
	let before: Promise<unknown> = Promise.resolve();
	let idle: NodeJS.Timeout | undefined;

	async function ask(question: unknown): Promise<unknown> {
		clearTimeout(idle);
		if (kept === null || hasEnded(kept)) kept = start(command);
		const child = kept;
		hold(child, true);
		const line = await answerOf(child, `${JSON.stringify(question)}\n`);
		const answer = line === null ? undefined : parsed(line);
		if (answer === undefined) {
			child.kill('SIGKILL');
			kept = null;
			return null;
		}
		hold(child, false);
		idle = setTimeout(() => {
			child.stdin!.end();
			kept = null;
		}, idleMs).unref();
		return answer;
	}

	return question => {
		const answer = before.then(() => ask(question));
		before = answer.catch(() => null);
		return answer;
	};
}

function start({executable, args, env}: Command): ChildProcess {
	const child = spawn(executable, args, {stdio: ['pipe', 'pipe', 'ignore'], ...(env && {env})});
	child.on('error', () => {});
	child.stdin.on('error', () => {});
	child.stdout.setEncoding('utf8');
	return child;
}

/** The next line that it writes; null: it ended before, or took too long. */
function answerOf(child: ChildProcess, question: string): Promise<string | null> {
	return new Promise(resolve => {
		let text = '';
		const onData = (part: string) => {
			text += part;
			if (part.includes('\n')) end(text.slice(0, text.indexOf('\n')));
		};
		const onEnd = () => end(null);
		const tooLong = setTimeout(onEnd, timeoutMs);
		function end(line: string | null) {
			clearTimeout(tooLong);
			child.stdout!.off('data', onData).off('close', onEnd);
			child.off('error', onEnd);
			resolve(line);
		}
		child.stdout!.on('data', onData).on('close', onEnd);
		child.on('error', onEnd);
		child.stdin!.write(question);
	});
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function parsed(line: string): unknown {
	try {
		return JSON.parse(line) as unknown;
	} catch {
		return undefined;
	}
}

/** Whether this process waits for it. The pipes are sockets, which Node's types do not say. */
function hold(child: ChildProcess, isHeld: boolean): void {
	for (const part of [child, child.stdin, child.stdout] as Array<{ref(): void; unref(): void}>)
		if (isHeld) part.ref();
		else part.unref();
}
