import {spawn} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';

const script = fileURLToPath(new URL('command-lines.mjs', import.meta.url));

/** A small part of `npm run fuzz`, the same lines every time. */
it('three hundred random command lines keep every promise', {timeout: 5 * patienceMs}, async () => {
	await buildClient();
	const args = [script, '--runs', '300', '--processes', '6', '--seed', '1', '--no-live', '--dist', dist];
	const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'inherit']});
	let shown = '';
	child.stdout.setEncoding('utf8').on('data', text => (shown += text));
	const exitCode = await new Promise(resolve => child.once('close', resolve));
	expect(shown).toContain('"faults":0');
	expect(exitCode).toBe(0);
});
