import {existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../source/client/clock.ts';
import {samples} from '../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, type MemoryOptions} from '../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../helpers/strict-service.ts';

const me = samples.getMe({});
/** What doctor asks a service how it stands; an older one does not tell. */
const readiness: Stub = {request: 'GET /readyz', status: 404, answer: {}};
const both = ['svc-verify', 'svc-onboard'];

/** `setup` with a key against a real service. */
async function setup(flags: readonly string[], options: MemoryOptions = {}, argv: readonly string[] = []) {
	const {url} = await startStrictService([{request: 'GET /me', answer: me}]);
	const memory = new MemorySystem(
		[...argv, 'setup', '--api-key', 'sk-user-a', '--endpoint-url', url, ...flags],
		options,
	);
	const path = (name: string) => join(memory.system.cwd, name);
	return {memory, path};
}

const put = (path: string, text: string) => {
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, text);
};

describe('setup installs skills', () => {
	it('for every agent that was named', async () => {
		const {memory, path} = await setup(['--agent', 'cursor', '--agent', 'codex', '--agent', 'cursor']);
		expect(await memory.run()).toBe(0);
		const written = ['.cursor/rules/svc-verify.mdc', '.cursor/rules/svc-onboard.mdc', 'AGENTS.md'].map(path);
		expect(memory.stdout.text).toContain(
			`\nagent: cursor (installed)\nagent: codex (installed)\nskills: svc-verify, svc-onboard\n\nwrote:\n${[
				join(memory.system.env['SVC_HOME']!, 'credentials'),
				...written,
			]
				.map(one => `  ${one}\n`)
				.join('')}\nnext steps:\n`,
		);
		expect(existsSync(path('.cursor/rules/svc-verify.mdc'))).toBe(true);
		expect(readFileSync(path('AGENTS.md'), 'utf8')).toContain('BEGIN SVC AGENT SECTION');
		expect(existsSync(path('.claude'))).toBe(false);
	});

	it('below --dir', async () => {
		const {memory, path} = await setup(['--dir', 'shop']);
		mkdirSync(path('shop'));
		expect(await memory.run()).toBe(0);
		expect(existsSync(path('shop/.claude/skills/svc-verify/SKILL.md'))).toBe(true);
	});

	it('again without a change', async () => {
		const first = await setup([]);
		await first.memory.run();
		const {memory} = await setup([], {cwd: first.memory.system.cwd}, ['--output', 'json']);
		expect(await memory.run()).toBe(0);
		expect(JSON.parse(memory.stdout.text).agents).toEqual([{target: 'claude', action: 'skipped', skills: both}]);
	});

	it('not over a file that differs, and says that the credentials were saved', async () => {
		const {memory, path} = await setup([], {}, ['--output', 'json']);
		put(path('.claude/skills/svc-verify/SKILL.md'), 'mine');
		expect(await memory.run()).toBe(6);
		expect(JSON.parse(memory.stdout.text).agent).toEqual({target: 'claude', action: 'blocked', skills: both});
		expect(memory.stderr.text).toContain('[info] the credentials of profile default were saved\n');
		expect(envelopeOf(memory.stderr.text).code).toBe('CONFLICT');
		expect(readFileSync(path('.claude/skills/svc-verify/SKILL.md'), 'utf8')).toBe('mine');
		expect(existsSync(join(memory.system.env['SVC_HOME']!, 'credentials'))).toBe(true);
	});

	it('over it with --force, keeping a backup', async () => {
		const {memory, path} = await setup(['--force']);
		put(path('.claude/skills/svc-verify/SKILL.md'), 'mine');
		expect(await memory.run()).toBe(0);
		expect(memory.stdout.text).toContain('agent: claude (updated)\n');
		expect(readFileSync(path('.claude/skills/svc-verify/SKILL.md.bak'), 'utf8')).toBe('mine');
	});

	it('not through a symbolic link; the credentials are saved all the same', async () => {
		const {memory, path} = await setup([]);
		mkdirSync(path('elsewhere'));
		symlinkSync(path('elsewhere'), path('.claude'));
		expect(await memory.run()).toBe(5);
		expect(memory.stderr.text).toContain('[info] the credentials of profile default were saved\n');
		expect(existsSync(path('elsewhere/skills'))).toBe(false);
	});

	it('not by init either, where setup was told --no-agent, unless init names an agent', async () => {
		const {memory} = await setup(['--no-agent']);
		expect(await memory.run()).toBe(0);
		const init = async (...flags: string[]) => {
			const {url} = await startStrictService([
				{request: 'GET /me', answer: me},
				{request: 'GET /projects?pageSize=2', answer: {items: [], nextToken: null}},
			]);
			const {cwd, env} = memory.system;
			const next = new MemorySystem(['init', '--endpoint-url', url, ...flags, '--output', 'json'], {
				cwd,
				env: {SVC_HOME: env['SVC_HOME']!},
			});
			expect(await next.run()).toBe(0);
			return JSON.parse(next.stdout.text).agents.map(({target}: {target: string}) => target);
		};
		expect(await init()).toEqual([]);
		expect(await init('--agent', 'claude')).toEqual(['claude']);
	});

	it.each([
		[['--no-agent'], null, ''],
		[['--agent', 'cline', '--no-agent'], null, '[warn] --agent is ignored: the last one wins\n'],
		[['--no-agent', '--agent', 'cline'], 'cline', '[warn] --no-agent is ignored: the last one wins\n'],
	])('%j: the last one wins', async (flags, target, stderr) => {
		const {memory, path} = await setup(flags, {}, ['--output', 'json']);
		expect(await memory.run()).toBe(0);
		expect(JSON.parse(memory.stdout.text).agent?.target ?? null).toBe(target);
		expect(memory.stderr.text).toBe(stderr);
		expect(existsSync(path('.clinerules'))).toBe(target === 'cline');
	});

	it.each([
		[['--agent', 'emacs'], 'must be one of claude'],
		[['--dir', 'none'], 'is not a directory'],
		[['--no-agent=x'], 'takes no value'],
	])('refuses %j before anything is stored', async (flags, text) => {
		const memory = new MemorySystem(['setup', '--api-key', 'sk-user-a', ...flags]);
		expect(await memory.run()).toBe(5);
		expect(memory.stderr.text).toContain(text);
		expect(existsSync(memory.system.env['SVC_HOME']!)).toBe(false);
	});

	it('nowhere in a dry run', async () => {
		const memory = new MemorySystem(['setup', '--dry-run', '--agent', 'kiro', '--output', 'json']);
		expect(await memory.run()).toBe(0);
		expect(JSON.parse(memory.stdout.text).agents).toEqual([{target: 'kiro', action: 'dry-run', skills: both}]);
		expect(memory.stderr.text).toContain('[dry-run] would write .kiro/skills/svc-verify/SKILL.md\n');
		expect(existsSync(join(memory.system.cwd, '.kiro'))).toBe(false);
	});
});

describe('a missing verify skill', () => {
	/** `auth status` of a person whose key is stored. */
	async function status(argv: readonly string[], env: Record<string, string> = {}, skill?: string) {
		const {url} = await startStrictService([{request: 'GET /me', answer: me, isOptional: true}]);
		const memory = new MemorySystem([...argv, 'auth', 'status'], {env});
		const home = memory.system.env['SVC_HOME']!;
		mkdirSync(home, {recursive: true, mode: 0o700});
		writeFileSync(join(home, 'credentials'), `[default]\napi_key = sk-user-a\napi_url = ${url}\n`, {mode: 0o600});
		if (skill) put(join(memory.system.cwd, skill), '<!-- svc-skill: svc-verify v1 sha256:000000000000 -->');
		await memory.run();
		return memory.stderr.text;
	}

	it('is hinted at', async () => {
		expect(await status([])).toBe('[hint] svc agent install\n');
	});

	it.each([['.claude/skills/svc-verify/SKILL.md'], ['AGENTS.md']])('is none with %s', async skill => {
		expect(await status([], {}, skill)).toBe('');
	});

	it.each([
		['1', ''],
		['yes', ''],
		['0', '[hint] svc agent install\n'],
		['false', '[hint] svc agent install\n'],
		['no', '[hint] svc agent install\n'],
		['', '[hint] svc agent install\n'],
	])('with SVC_NO_SKILL_WARNING=%j says %j', async (value, stderr) => {
		expect(await status([], {SVC_NO_SKILL_WARNING: value})).toBe(stderr);
	});

	it('is not hinted at in JSON, in a dry run, or with a key from the environment alone', async () => {
		expect(await status(['--output', 'json'])).toBe('');
		expect(await status(['--dry-run'])).not.toContain('[hint]');
		const {env} = await startStrictService([{request: 'GET /me', answer: me}]);
		const memory = new MemorySystem(['auth', 'status'], {env});
		await memory.run();
		expect(memory.stderr.text).toBe('');
	});
});

describe('doctor', () => {
	const skillCheck = async (prepare: (cwd: string) => void) => {
		const {env} = await startStrictService([{request: 'GET /me', answer: me}, readiness]);
		const memory = new MemorySystem(['--output', 'json', 'doctor'], {env});
		prepare(memory.system.cwd);
		expect(await memory.run()).toBe(0);
		return JSON.parse(memory.stdout.text).checks[6];
	};

	it('names the file of a skill that is as this client installs it', async () => {
		const installed = new MemorySystem(['agent', 'install', 'kiro']);
		await installed.run();
		const {env} = await startStrictService([{request: 'GET /me', answer: me}, readiness]);
		const memory = new MemorySystem(['doctor'], {env, cwd: installed.system.cwd});
		await memory.run();
		expect(memory.stdout.text).toContain('[OK]   Verify skill   .kiro/skills/svc-verify/SKILL.md\n');
	});

	it('warns about one that somebody changed', async () => {
		const check = await skillCheck(cwd => put(join(cwd, '.clinerules/svc-verify.md'), 'mine'));
		expect(check).toEqual({
			name: 'Verify skill',
			status: 'warn',
			detail: '.clinerules/svc-verify.md is unmarked: svc agent status',
		});
	});
});

describe('setup on a terminal', () => {
	const terminals = {stdin: true, stdout: true, stderr: true};

	it.each([
		['y\n', true],
		['\n', true],
		['n\n', false],
		['No\n', false],
		['', false],
	])('asks before it writes into the current folder; %j', async (stdin, isWritten) => {
		const {memory, path} = await setup([], {terminals, stdin});
		expect(await memory.run()).toBe(0);
		expect(memory.stderr.text).toContain(
			`Write the skills for Claude Code into ${memory.system.cwd} (.claude/skills/svc-verify/SKILL.md, .claude/skills/svc-onboard/SKILL.md)? [Y/n]`,
		);
		expect(existsSync(path('.claude'))).toBe(isWritten);
		expect(memory.stdout.text).toContain(isWritten ? 'agent: claude (installed)' : 'agent: none');
		expect(memory.stdout.text.includes(path('.claude/skills/svc-verify/SKILL.md'))).toBe(isWritten);
	});

	it.each([[['--yes']], [['--agent', 'claude']], [['--dir', '.']], [['--no-agent']]])(
		'asks nothing with %j, which says it already',
		async flags => {
			const {memory} = await setup(flags, {terminals, stdin: ''});
			expect(await memory.run()).toBe(0);
			expect(memory.stderr.text).not.toContain('[Y/n]');
		},
	);
});

describe('the hint at the skills', () => {
	const hint = '[hint] svc agent install\n';

	/** A home with a key, and commands in it at a time of day. */
	async function homeWith(flags: readonly string[]) {
		const {memory} = await setup(flags);
		await memory.run();
		const home = memory.system.env['SVC_HOME']!;
		const statusAt = async (hours: number) => {
			const {url} = await startStrictService([{request: 'GET /me', answer: me}]);
			const clock = {...systemClock, now: () => 1_800_000_000_000 + hours * 3_600_000};
			const at = new MemorySystem(['auth', 'status', '--endpoint-url', url], {env: {SVC_HOME: home}, clock});
			await at.run();
			return at.stderr.text;
		};
		return {statusAt, home};
	}

	it('is given once a day', async () => {
		const {statusAt, home} = await homeWith(['--dir', '.']);
		expect([await statusAt(0), await statusAt(23), await statusAt(25)]).toEqual([hint, '', hint]);
		expect(readFileSync(join(home, 'hints.json'), 'utf8')).not.toContain('sk-user');
	});

	it('is never given after --no-agent', async () => {
		const {statusAt} = await homeWith(['--no-agent']);
		expect([await statusAt(0), await statusAt(48)]).toEqual(['', '']);
	});

	it('is given when its memory is broken', async () => {
		const {statusAt, home} = await homeWith(['--dir', '.']);
		writeFileSync(join(home, 'hints.json'), '[');
		expect(await statusAt(0)).toBe(hint);
	});
});

describe('init', () => {
	const project = (id: string, name: string) => ({...samples.getProject({params: {projectId: id}}), id, name});
	const lists = (...items: object[]) => [
		{request: 'GET /me', answer: me},
		{request: 'GET /projects?pageSize=2', answer: {items, nextToken: null}},
	];

	async function init(stubs: Stub[], flags: readonly string[] = [], options: MemoryOptions = {}) {
		const {url} = await startStrictService(stubs);
		const line = ['init', '--api-key', 'sk-user-a', '--endpoint-url', url, '--no-agent', ...flags];
		const memory = new MemorySystem(line, options);
		const exitCode = await memory.run();
		const path = join(memory.system.cwd, '.svc', 'config.json');
		const config = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
		return {exitCode, config, path, memory, stdout: memory.stdout.text, stderr: memory.stderr.text, url};
	}

	it('names the only project in .svc/config.json, and says where', async () => {
		const {exitCode, config, path, stdout} = await init(lists(project('prj_1', 'shop')));
		expect([exitCode, config]).toEqual([0, {projectId: 'prj_1'}]);
		expect(stdout).toContain('  project: shop (prj_1)\n');
		expect(stdout).toContain(`  ${path}\n`);
	});

	it('names that of --project, which has to exist, and keeps what else stands there', async () => {
		const get = {request: 'GET /projects/prj_2', answer: project('prj_2', 'site')};
		const {memory} = await init(lists(project('prj_1', 'shop')));
		writeFileSync(join(memory.system.cwd, '.svc', 'config.json'), '{"projectId": "prj_1", "team": "a"}');
		const again = await init([lists()[0]!, get], ['--project', 'prj_2'], {cwd: memory.system.cwd});
		expect([again.exitCode, again.config]).toEqual([0, {projectId: 'prj_2', team: 'a'}]);
		const gone = {request: 'GET /projects/prj_9', status: 404, answer: errorAnswer('NOT_FOUND')};
		expect(await init([lists()[0]!, gone], ['--project', 'prj_9'])).toMatchObject({exitCode: 4, config: null});
	});

	it('leaves the choice to the person where there are several or none', async () => {
		const several = await init(lists(project('prj_1', 'a'), project('prj_2', 'b')));
		expect(several).toMatchObject({exitCode: 0, config: null});
		expect(several.stderr).toContain('[hint] svc init --project <project-id> names the project of this folder');
		const none = await init(lists());
		expect(none.stderr).toContain('[hint] svc project create --type backend');
	});

	it('uses the stored key again', async () => {
		const first = await init(lists());
		const {url} = await startStrictService(lists(project('prj_1', 'shop')));
		const memory = new MemorySystem(['init', '--no-agent', '--endpoint-url', url], {
			env: {SVC_HOME: first.memory.system.env['SVC_HOME']!},
		});
		expect(await memory.run()).toBe(0);
		expect(existsSync(join(memory.system.cwd, '.svc', 'config.json'))).toBe(true);
	});

	it('does not write through a link', async () => {
		const {memory} = await setup(['--no-agent']);
		await memory.run();
		mkdirSync(join(memory.system.cwd, 'elsewhere'));
		symlinkSync('elsewhere', join(memory.system.cwd, '.svc'));
		const {exitCode} = await init(lists(project('prj_1', 'shop')), [], {cwd: memory.system.cwd});
		expect(exitCode).toBe(5);
		expect(existsSync(join(memory.system.cwd, 'elsewhere', 'config.json'))).toBe(false);
	});

	it('writes nothing under --dry-run', async () => {
		const memory = new MemorySystem(['init', '--dry-run', '--no-agent']);
		expect(await memory.run()).toBe(0);
		expect(existsSync(join(memory.system.cwd, '.svc'))).toBe(false);
		expect(memory.stderr.text).toContain('[dry-run] would write .svc/config.json\n');
	});
});
