import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type InstallOptions, installSkills} from '../../../source/agent-skills/install.ts';
import {skillStates} from '../../../source/agent-skills/state.ts';
import {type AgentTarget, agentTargets, installedSkills, type SkillName} from '../../../contract/agent-skill.ts';

let root: string;
/** An empty directory beside it, for links that lead out. */
let elsewhere: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'svc-skills-'));
	elsewhere = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'));
});
afterEach(() => {
	for (const directory of [root, elsewhere]) rmSync(directory, {recursive: true, force: true});
});

const install = (target: AgentTarget | AgentTarget[], options: Partial<InstallOptions> = {}) =>
	installSkills({
		root,
		targets: [target].flat(),
		skills: ['svc-verify', 'svc-onboard'],
		force: false,
		version: '1.0.0',
		shown: path => path,
		...options,
	});
const actions = (...args: Parameters<typeof install>) => install(...args).rows.map(({action}) => action);
const state = (target: AgentTarget, skill: SkillName = 'svc-verify') =>
	skillStates(root).find(row => row.target === target && row.skill === skill)?.state;
const write = (path: string, content: string | Buffer) => {
	mkdirSync(dirname(join(root, path)), {recursive: true});
	writeFileSync(join(root, path), content);
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const everything = () => readdirSync(root, {recursive: true, encoding: 'utf8'}).sort();

const verifyPath = '.claude/skills/svc-verify/SKILL.md';

describe('installing skills', () => {
	it.each(agentTargets)('for %s turns absent into ok, and does nothing the second time', target => {
		expect([state(target), state(target, 'svc-onboard')]).toEqual(['absent', 'absent']);
		const {rows, warnings} = install(target);
		expect(installedSkills.parse(rows)).toEqual(rows);
		expect(warnings).toEqual([]);
		expect([state(target), state(target, 'svc-onboard')]).toEqual(['ok', 'ok']);
		const before = rows.map(({path}) => read(path));
		expect(actions(target)).toEqual(target === 'codex' ? ['section-unchanged'] : ['skipped', 'skipped']);
		expect(rows.map(({path}) => read(path))).toEqual(before);
	});

	it('gives one row per file, in the order the targets were named, without duplicates', () => {
		expect(install(['codex', 'claude', 'codex']).rows).toEqual([
			{target: 'codex', path: 'AGENTS.md', action: 'section-installed', skills: ['svc-verify', 'svc-onboard']},
			{target: 'claude', path: verifyPath, action: 'written', skills: ['svc-verify']},
			{target: 'claude', path: '.claude/skills/svc-onboard/SKILL.md', action: 'written', skills: ['svc-onboard']},
		]);
	});

	it('leaves a different file alone and still goes on with the others', () => {
		write(verifyPath, 'mine');
		expect(actions(['claude', 'cline'])).toEqual(['blocked', 'written', 'written', 'written']);
		expect(read(verifyPath)).toBe('mine');
	});

	it('replaces it with --force and keeps a backup under the first free name', () => {
		write(verifyPath, 'first');
		chmodSync(join(root, verifyPath), 0o600);
		expect(actions('claude', {force: true})).toEqual(['updated', 'written']);
		expect(read(`${verifyPath}.bak`)).toBe('first');
		expect(statSync(join(root, verifyPath)).mode & 0o777).toBe(0o600);
		write(verifyPath, 'second');
		expect(actions('claude', {force: true})).toEqual(['updated', 'skipped']);
		expect(read(`${verifyPath}.bak`)).toBe('first');
		expect(read(`${verifyPath}.bak.1`)).toBe('second');
		expect(state('claude')).toBe('ok');
	});

	it('is blocked when all hundred backup names are taken', () => {
		write(verifyPath, 'mine');
		for (let number = 0; number <= 99; number++) write(`${verifyPath}.bak${number === 0 ? '' : `.${number}`}`, 'x');
		const {rows, warnings} = install('claude', {force: true});
		expect(rows[0]?.action).toBe('blocked');
		expect(warnings[0]).toContain('.bak');
		expect(read(verifyPath)).toBe('mine');
	});

	it('leaves a file of another client version alone as long as its body is the same', () => {
		install('claude', {version: '0.9.0'});
		expect(state('claude')).toBe('ok');
		expect(actions('claude')).toEqual(['skipped', 'skipped']);
		expect(actions('claude', {force: true})).toEqual(['updated', 'updated']);
		expect(read(verifyPath)).toContain('v1.0.0');
	});

	it.each([
		['stale', (text: string) => text.replace(/sha256:\w{12}/, 'sha256:000000000000')],
		['modified', (text: string) => `${text}my own rule\n`],
		['modified', (text: string) => text.replaceAll('\n', '\r\n').replace(/(-->)\r/, '$1')],
		['unmarked', (text: string) => text.replace(/<!-- svc-skill.*\n/, '')],
	])('makes a %s file ok with --force only', (expected, change) => {
		install('claude');
		write(verifyPath, change(read(verifyPath)));
		expect(state('claude')).toBe(expected);
		expect(actions('claude')).toEqual(['blocked', 'skipped']);
		expect(actions('claude', {force: true})).toEqual(['updated', 'skipped']);
		expect(state('claude')).toBe('ok');
	});

	it.each([
		['.claude', (path: string) => symlinkSync(elsewhere, path)],
		['.claude/skills', (path: string) => symlinkSync(elsewhere, path)],
		[verifyPath, (path: string) => symlinkSync('/etc/hostname', path)],
		[verifyPath, (path: string) => symlinkSync('/nowhere', path)],
		[verifyPath, (path: string) => mkdirSync(path)],
		['.claude/skills', (path: string) => writeFileSync(path, 'a file')],
	])('writes nothing for any target when %s is a link or no regular file', (path, make) => {
		mkdirSync(dirname(join(root, path)), {recursive: true});
		make(join(root, path));
		const before = everything();
		expect(() => install(['cline', 'claude'], {force: true})).toThrow(
			expect.objectContaining({
				code: 'VALIDATION_ERROR',
				exitCode: 5,
				details: expect.objectContaining({field: 'path'}),
			}),
		);
		expect(everything()).toEqual(before);
		expect(readdirSync(elsewhere)).toEqual([]);
	});

	it('says what the file system refuses, on which path', () => {
		expect(() => install('claude', {root: join(root, 'gone')})).toThrow(
			expect.objectContaining({
				code: 'VALIDATION_ERROR',
				nextAction: `${join(root, 'gone', verifyPath)} cannot be used (no such file). Name another place with --dir.`,
			}),
		);
	});
});

describe('the section for codex', () => {
	it('keeps the skills that were installed before a subset is', () => {
		expect(install('codex', {skills: ['svc-onboard']}).rows[0]?.skills).toEqual(['svc-onboard']);
		expect([state('codex'), state('codex', 'svc-onboard')]).toEqual(['absent', 'ok']);
		expect(install('codex', {skills: ['svc-verify']}).rows).toEqual([
			{target: 'codex', path: 'AGENTS.md', action: 'section-updated', skills: ['svc-verify', 'svc-onboard']},
		]);
		expect([state('codex'), state('codex', 'svc-onboard')]).toEqual(['ok', 'ok']);
	});

	it('is rewritten without --force and without a backup; the rest of the file stays byte for byte', () => {
		const latin1 = Buffer.from('# R\u00e9gles\r\n', 'latin1');
		write('AGENTS.md', latin1);
		install('codex', {version: '0.9.0'});
		const installed = readFileSync(join(root, 'AGENTS.md'));
		writeFileSync(join(root, 'AGENTS.md'), Buffer.concat([installed, Buffer.from('\r\nno newline at the end')]));
		expect(actions('codex')).toEqual(['section-updated']);
		const bytes = readFileSync(join(root, 'AGENTS.md'));
		expect(bytes.subarray(0, latin1.length)).toEqual(latin1);
		expect(bytes.toString('latin1').endsWith('-->\n\r\nno newline at the end')).toBe(true);
		expect(readdirSync(root)).toEqual(['AGENTS.md']);
	});

	it('that is corrupt stops everything and changes nothing', () => {
		write('AGENTS.md', '<!-- END SVC AGENT SECTION -->\n');
		expect(() => install(['claude', 'codex'])).toThrow(
			expect.objectContaining({exitCode: 5, details: {field: 'path', reason: 'corrupt', path: 'AGENTS.md'}}),
		);
		expect(everything()).toEqual(['AGENTS.md']);
		expect([state('codex'), state('codex', 'svc-onboard')]).toEqual(['corrupt', 'corrupt']);
	});

	it('warns when the file is larger than some agents read', () => {
		write('AGENTS.md', 'x'.repeat(33_000));
		expect(install('codex').warnings[0]).toMatch(/^AGENTS\.md has 3\d{4} bytes/);
	});

	it('is refused where AGENTS.md is a symbolic link', () => {
		write('CLAUDE.md', '# Rules\n');
		symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'));
		expect(state('codex')).toBe('unmarked');
		expect(() => install('codex')).toThrow(expect.objectContaining({exitCode: 5}));
		expect(read('CLAUDE.md')).toBe('# Rules\n');
	});
});

describe('the state of a skill', () => {
	it('is unmarked where the path is a directory or a link, absent where a file stands in the way', () => {
		mkdirSync(join(root, verifyPath), {recursive: true});
		symlinkSync('/etc/hostname', join(root, '.clinerules'));
		expect(state('claude')).toBe('unmarked');
		expect(state('cline')).toBe('absent');
		expect(lstatSync(join(root, '.clinerules')).isSymbolicLink()).toBe(true);
	});

	it('is told for every target and skill without changing anything', () => {
		const rows = skillStates(root);
		expect(rows).toHaveLength(agentTargets.length * 2);
		expect(rows.every(row => row.state === 'absent')).toBe(true);
		expect(existsSync(join(root, 'AGENTS.md'))).toBe(false);
	});
});
