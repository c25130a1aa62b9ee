import {spawn} from 'node:child_process';
import {statSync} from 'node:fs';
import {dirname} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';

const script = fileURLToPath(new URL('command-lines.mjs', import.meta.url));

/** Whether everybody may pass every folder of a path, as into a checkout that does not lie in a home that is closed. */
const isOpen = (path: string): boolean =>
	(statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpen(dirname(path)));

/** A small part of `npm run fuzz`, the same lines every time. */
it('three hundred random command lines keep every promise', {timeout: 5 * patienceMs}, async ({skip}) => {
	skip(
		process.getuid?.() === 0 && !isOpen(dirname(script)),
		'root plays them as nobody, who cannot reach this checkout',
	);
	await buildClient();
	const args = [script, '--runs', '300', '--processes', '6', '--seed', '1', '--no-live', '--dist', dist];
	const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'inherit']});
	let shown = '';
	child.stdout.setEncoding('utf8').on('data', text => (shown += text));
	const exitCode = await new Promise(resolve => child.once('close', resolve));
	expect(shown).toContain('"faults":0');
	expect(exitCode).toBe(0);
});
