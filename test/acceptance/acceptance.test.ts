import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, it, type TestContext, vi} from 'vitest';
import {buildClient, dist, patienceMs} from './built-client.ts';
import {stories} from './story-lines.ts';
import {expected, play, type Stage, write} from './story.ts';
import {startTarget} from './target.ts';

const bin = fileURLToPath(new URL('bin', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'svc-stories-'));
/** Home of the stories that need the service: it is started once for all. */
const serviceHome = join(folder, 'service-home');

/**
 * Calls the client for the stage itself; what fails there fails no story but the test. Nothing blocks meanwhile: the
 * targets of the other stories live in this process.
 */
async function svc(home: string, ...argv: string[]): Promise<void> {
	// Which browser a machine has must not decide what a story tells.
	const env = {...process.env, SVC_HOME: home, SVC_FRONTEND: 'off'};
	await promisify(execFile)(process.execPath, [join(dist, 'cli.js'), ...argv], {env});
}

async function startService(home: string, config: object): Promise<void> {
	mkdirSync(join(home, 'service'), {recursive: true, mode: 0o700});
	writeFileSync(join(home, 'service/config.json'), JSON.stringify(config), {mode: 0o600});
	await svc(home, 'setup', '--local', '--no-agent');
	// What is said once a day must not depend on which story comes first.
	const never = {'agent-skill': 'never', 'batch-watch': 'never', 'run-diff': 'never'};
	writeFileSync(join(home, 'hints.json'), JSON.stringify(never));
}

const stopService = (home: string) => svc(home, 'service', 'stop', '--force', '--timeout', '10');

beforeAll(async () => {
	await buildClient();
	// All stories together start more runs in a minute than the service lets one key start.
	await startService(serviceHome, {limits: {triggers: 10_000}});
}, patienceMs);

afterAll(async () => {
	try {
		await stopService(serviceHome);
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}, patienceMs);

/** An empty working directory, an API to test, and a home that is empty too unless the story needs the service. */
async function stageFor(story: string, onTestFinished: TestContext['onTestFinished']): Promise<Stage> {
	const target = await startTarget();
	onTestFinished(target.close);
	const cwd = mkdtempSync(join(folder, 'cwd-'));
	onTestFinished(() => rmSync(cwd, {recursive: true, force: true}));
	const home = await homeFor(story, cwd, onTestFinished);
	return {cwd, home, dist, bin, target: target.url, onEnd: onTestFinished};
}

/** A new home; the one with the service when the story needs it; or one with a service of its own configuration. */
async function homeFor(story: string, cwd: string, onTestFinished: TestContext['onTestFinished']): Promise<string> {
	const marker = join(stories, story, 'service');
	const config = existsSync(marker) ? readFileSync(marker, 'utf8') : null;
	if (config?.trim() === '') return serviceHome;
	if (config === null) return join(cwd, 'home');
	const home = mkdtempSync(join(folder, 'home-'));
	onTestFinished(() => stopService(home));
	await startService(home, JSON.parse(config));
	return home;
}

// More at once would only make each of them wait.
vi.setConfig({maxConcurrency: 3});

describe.concurrent('a story', () => {
	it.for(readdirSync(stories).sort())('%s', {timeout: patienceMs}, async (story, {expect, onTestFinished}) => {
		const path = join(stories, story);
		const played = await play(path, await stageFor(story, onTestFinished));
		expect(played.stdout + played.stderr).not.toMatch(/sk-(user|member)-[0-9A-Za-z]{20}/);
		if (process.env['UPDATE_STORIES']) write(path, played);
		else expect(played).toEqual(expected(path));
	});
});
