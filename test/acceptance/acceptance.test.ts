import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {buildClient, dist, patienceMs} from './built-client.ts';
import {expected, play, type Stage, write} from './story.ts';
import {startTarget} from './target.ts';

const stories = fileURLToPath(new URL('stories', import.meta.url));
const bin = fileURLToPath(new URL('bin', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'svc-stories-'));
/** Home of the stories that need the service: it is started once for all. */
const serviceHome = join(folder, 'service-home');
let target: Awaited<ReturnType<typeof startTarget>>;

const svc = (...argv: string[]) =>
	spawnSync(process.execPath, [join(dist, 'cli.js'), ...argv], {
		env: {...process.env, SVC_HOME: serviceHome},
		encoding: 'utf8',
	});

beforeAll(async () => {
	await buildClient();
	target = await startTarget();
	const setup = svc('setup', '--local', '--no-agent');
	if (setup.status !== 0) throw new Error(`svc setup --local failed:\n${setup.stdout}${setup.stderr}`);
}, patienceMs);

afterAll(async () => {
	const stop = svc('service', 'stop', '--force', '--timeout', '10');
	await target.close();
	rmSync(folder, {recursive: true, force: true});
	if (stop.status !== 0) throw new Error(`svc service stop failed:\n${stop.stdout}${stop.stderr}`);
}, patienceMs);

/** An empty working directory, and a home that is empty too unless the story needs the service. */
function stageFor(story: string): Stage {
	const cwd = mkdtempSync(join(folder, 'cwd-'));
	onTestFinished(() => rmSync(cwd, {recursive: true, force: true}));
	const needsService = existsSync(join(stories, story, 'service'));
	return {cwd, home: needsService ? serviceHome : join(cwd, 'home'), dist, bin, target: target.url};
}

describe.sequential('a story', () => {
	it.each(readdirSync(stories).sort())('%s', {timeout: patienceMs}, async story => {
		const path = join(stories, story);
		const played = await play(path, stageFor(story));
		expect(played.stdout + played.stderr).not.toMatch(/sk-(user|member)-[0-9A-Za-z]{20}/);
		if (process.env['UPDATE_STORIES']) write(path, played);
		else expect(played).toEqual(expected(path));
	});
});
