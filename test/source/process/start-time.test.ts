import {spawn} from 'node:child_process';
import {once} from 'node:events';
import process from 'node:process';
import {expect, it} from 'vitest';
import {isAlive, isRunning, startTimeOf} from '../../../source/process/start-time.ts';
import {until} from '../../helpers/processes.ts';

it('is the same for the same process', async () => {
	const first = await startTimeOf(process.pid);
	expect(first).toMatch(/./);
	expect(await startTimeOf(process.pid)).toBe(first);
});

it('differs between processes and is gone after the end', async () => {
	const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {stdio: ['pipe', 'ignore', 'ignore']});
	await once(child, 'spawn');
	const pid = child.pid!;
	const started = await startTimeOf(pid);
	expect(started).not.toBeNull();
	expect(started).not.toBe(await startTimeOf(process.pid));
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(await startTimeOf(pid)).toBeNull();
	expect(isAlive(pid)).toBe(false);
});

it.runIf(process.platform === 'linux')('a process that has ended and was not collected does not run', async () => {
	const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec cat'], {stdio: ['pipe', 'pipe', 'ignore']});
	const [line] = (await once(parent.stdout, 'data')) as [Buffer];
	const pid = Number(String(line));
	// What answers is no shell any more, and never asks for the end of its child.
	parent.stdin.write('there?');
	await once(parent.stdout, 'data');
	process.kill(pid, 'SIGKILL');
	await until('the child has ended', () => !isRunning(pid));
	expect(isAlive(pid)).toBe(true);
	expect(isRunning(parent.pid!)).toBe(true);
	parent.stdin.end();
	await once(parent, 'exit');
});

it('survives a command name full of blanks and parentheses', async () => {
	const child = spawn(process.execPath, ['-e', 'process.title = "a) R 1 (b"; process.stdin.resume(); console.log(1)'], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	await once(child.stdout, 'data');
	expect(await startTimeOf(child.pid!)).toMatch(process.platform === 'linux' ? /^.+:\d+$/ : /\d/);
	child.kill('SIGKILL');
	await once(child, 'exit');
});

it.each([0, -1, 1.5, Number.NaN])('there is no process %d', async pid => {
	expect(await startTimeOf(pid)).toBeNull();
});
