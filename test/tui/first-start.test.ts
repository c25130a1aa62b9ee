import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it, onTestFinished} from 'vitest';
import {PtySession} from '../helpers/pty-session.ts';

const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const question = 'Start the service of this machine? Enter (n: no):';

/** A home in which nothing was set up, and the built program in a real terminal of its own. */
function newcomer() {
	const home = mkdtempSync(join(tmpdir(), 'svc-first-'));
	const folder = join(home, '.svc');
	const env = {
		PATH: process.env['PATH'] ?? '',
		HOME: home,
		SVC_HOME: folder,
		TERM: 'xterm-256color',
		LANG: 'C.UTF-8',
		SVC_FRONTEND: 'off',
	};
	const sessions: PtySession[] = [];
	onTestFinished(() => {
		for (const session of sessions) session.close();
		execFileSync(process.execPath, [cliPath, 'service', 'stop', '--force'], {env, stdio: 'ignore'});
		rmSync(home, {recursive: true, force: true});
	});
	return {
		folder,
		service: join(folder, 'service'),
		start(): PtySession {
			// Wide enough for the longest sentence with the path of the home.
			const session = new PtySession([process.execPath, cliPath], env, {columns: 250});
			sessions.push(session);
			return session;
		},
	};
}

describe('the first start in a terminal, without a key', () => {
	it('starts the service of this machine on Enter, shows the dashboard, and asks no second time', async () => {
		const {folder, service, start} = newcomer();
		const first = start();
		await first.shows(question);
		expect(first.isAlternate).toBe(false);
		first.type('\r');
		await first.shows('No projects yet');
		expect(first.isAlternate).toBe(true);
		expect(existsSync(join(service, 'service.json'))).toBe(true);
		const stored = readFileSync(join(folder, 'credentials'), 'utf8');
		const [, key = ''] = /api_key\s*=\s*(\S+)/.exec(stored) ?? [];
		expect(key).not.toBe('');
		first.type('q');
		expect(await first.ended).toBe(0);
		expect(first.output).not.toContain(key);
		const second = start();
		await second.shows('No projects yet');
		expect(second.output).not.toContain(question);
		second.type('q');
		expect(await second.ended).toBe(0);
	});

	it.each([
		['n', 'n\r'],
		['what is no answer', 'later\r'],
		['Ctrl-D', '\u0004'],
	])('starts nothing on %s, and says how to begin', async (_what, keys) => {
		const {folder, start} = newcomer();
		const session = start();
		await session.shows(question);
		session.type(keys);
		expect(await session.ended).toBe(3);
		// The question stands on its own line, whatever was answered.
		const [first, , ...said] = session.lines().filter(Boolean);
		expect(first).toBe('No key is set up yet.');
		expect(said).toEqual(['Error: No API key is configured.', 'svc setup --local']);
		expect(session.isAlternate).toBe(false);
		expect(existsSync(folder)).toBe(false);
	});

	it('starts nothing on Ctrl-C', async () => {
		const {folder, start} = newcomer();
		const session = start();
		await session.shows(question);
		session.type('\u0003');
		expect(await session.ended).toBe(130);
		expect(session.isAlternate).toBe(false);
		expect(session.lines().filter(Boolean).slice(2)).toEqual(['[info] Interrupted by SIGINT.']);
		expect(existsSync(folder)).toBe(false);
	});

	it('tells why the service cannot start and what to do, opens no screen, and asks again the next time', async () => {
		const {folder, service, start} = newcomer();
		mkdirSync(join(service, 'store'), {recursive: true});
		writeFileSync(join(service, 'store', 'svc.db'), 'this is no database'.repeat(300));
		for (const attempt of [1, 2]) {
			const session = start();
			await session.shows(question);
			session.type('\r');
			expect(await session.ended, `start ${attempt}`).toBe(1);
			expect(session.isAlternate).toBe(false);
			// Where a line is folded depends on the path of the store.
			const packed = (text: string) => text.replaceAll(/\s/g, '');
			const said = packed(session.text());
			for (const words of [
				'Error: The local service exited at once',
				'svc.db is damaged: its pages cannot be read.',
				'svc.db.damaged',
				'Put a backup in its place, or start over: rm -f',
			])
				expect(said).toContain(packed(words));
			expect(existsSync(join(folder, 'credentials'))).toBe(false);
		}
	});
});
