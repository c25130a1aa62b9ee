import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {installedSkills, skillPlaces, skillStateRows} from '../../../../contract/agent-skill.ts';
import {setUpWorkplace} from '../run-local.ts';

const place = setUpWorkplace();
const {svc} = place;
const read = (path: string) => readFileSync(join(place.cwd, path), 'utf8');

describe('svc agent install', () => {
	it('installs both skills for claude and says what it did', async () => {
		expect(await svc('agent', 'install')).toEqual({
			exitCode: 0,
			stdout:
				'claude  written  .claude/skills/svc-verify/SKILL.md\nclaude  written  .claude/skills/svc-onboard/SKILL.md\n',
			stderr: '',
		});
		expect(read('.claude/skills/svc-verify/SKILL.md')).toMatch(
			/^---\nname: svc-verify\ndescription: ".+"\n---\n<!-- svc-skill: svc-verify v1\.2\.3 sha256:[0-9a-f]{12} -->\n\n# /,
		);
	});

	it('takes targets as arguments, as repeated flags and as lists', async () => {
		const {stdout} = await svc(
			'agent',
			'install',
			'kiro',
			'--target',
			'cline,kiro',
			'--target=codex',
			'--skill',
			'svc-verify',
		);
		expect(stdout.split('\n').map(line => line.split('  ').slice(0, 2).join(' '))).toEqual([
			'kiro written',
			'cline written',
			'codex section-installed',
			'',
		]);
	});

	it('prints rows as JSON', async () => {
		const {stdout} = await svc('--output', 'json', 'agent', 'install', 'codex');
		expect(installedSkills.parse(JSON.parse(stdout))).toEqual([
			{target: 'codex', path: 'AGENTS.md', action: 'section-installed', skills: ['svc-verify', 'svc-onboard']},
		]);
	});

	it('writes below --dir and shows paths as they were given', async () => {
		mkdirSync(join(place.cwd, 'shop'));
		expect((await svc('agent', 'install', '--dir', 'shop', '--skill', 'svc-verify')).stdout).toBe(
			`claude  written  ${join('shop', '.claude/skills/svc-verify/SKILL.md')}\n`,
		);
		expect(existsSync(join(place.cwd, 'shop/.claude'))).toBe(true);
	});

	it('exits 6 when a target is blocked, after doing the others', async () => {
		mkdirSync(join(place.cwd, '.clinerules'));
		writeFileSync(join(place.cwd, '.clinerules/svc-verify.md'), 'mine');
		const {exitCode, stdout, stderr} = await svc('--output', 'json', 'agent', 'install', 'cline', 'claude');
		expect(exitCode).toBe(6);
		expect(installedSkills.parse(JSON.parse(stdout)).map(({action}) => action)).toEqual([
			'blocked',
			'written',
			'written',
			'written',
		]);
		expect(JSON.parse(stderr).error).toMatchObject({
			code: 'CONFLICT',
			requestId: 'local',
			details: {reason: 'file_exists', paths: ['.clinerules/svc-verify.md']},
		});
		expect((await svc('agent', 'install', 'cline', '--force')).exitCode).toBe(0);
		expect(read('.clinerules/svc-verify.md.bak')).toBe('mine');
	});

	it.each([
		['an unknown target', ['--target', 'claude,emacs']],
		['an unknown argument', ['emacs']],
		['an unknown skill', ['--skill', 'svc-fly']],
		['a --dir that is not there', ['--dir', 'nowhere']],
	])('exits 5 for %s and writes nothing', async (_, flags) => {
		expect(await svc('agent', 'install', ...flags)).toMatchObject({exitCode: 5, stdout: ''});
		expect(readdirSync(place.cwd)).toEqual([]);
	});

	it('exits 5 for a corrupt section of AGENTS.md', async () => {
		writeFileSync(join(place.cwd, 'AGENTS.md'), '<!-- END SVC AGENT SECTION -->\n');
		const {exitCode, stderr} = await svc('agent', 'install', 'codex', '--force');
		expect([exitCode, stderr]).toEqual([5, expect.stringContaining('AGENTS.md is corrupt')]);
	});

	it('only says what it would write under --dry-run', async () => {
		const {exitCode, stdout, stderr} = await svc(
			'--dry-run',
			'--output',
			'json',
			'agent',
			'install',
			'--dir',
			'nowhere',
		);
		expect(exitCode).toBe(0);
		expect(installedSkills.parse(JSON.parse(stdout)).map(({action}) => action)).toEqual(['dry-run', 'dry-run']);
		expect(stderr).toContain('[dry-run] would write nowhere/.claude/skills/svc-verify/SKILL.md\n');
		expect(readdirSync(place.cwd)).toEqual([]);
	});

	it('works without a valid endpoint or profile, because it needs neither', async () => {
		place.env = {SVC_API_URL: 'not a url', SVC_PROFILE: 'no/name'};
		expect((await svc('agent', 'install')).exitCode).toBe(0);
	});
});

describe('svc agent list', () => {
	it('has one row per target and skill', async () => {
		const {stdout} = await svc('agent', 'list');
		const [head, ...rows] = stdout.trimEnd().split('\n');
		expect(head?.split(/ {2,}/)).toEqual(['TARGET', 'SKILL', 'STATUS', 'MODE', 'PATH']);
		expect(rows).toHaveLength(16);
		expect(rows[0]?.split(/ {2,}/)).toEqual([
			'claude',
			'svc-verify',
			'ga',
			'own-file',
			'.claude/skills/svc-verify/SKILL.md',
		]);
		expect(rows.at(-1)?.split(/ {2,}/)).toEqual([
			'codex',
			'svc-onboard',
			'experimental',
			'managed-section',
			'AGENTS.md',
		]);
		expect((await svc('agent', 'list', '--no-header')).stdout).toBe(`${rows.join('\n')}\n`);
		expect(skillPlaces.parse(JSON.parse((await svc('agent', 'list', '--output=json')).stdout))).toHaveLength(16);
	});
});

describe('svc agent status', () => {
	it('exits 0 as long as skills are ok or absent', async () => {
		await svc('agent', 'install', 'claude', 'codex');
		const {exitCode, stdout} = await svc('--output', 'json', 'agent', 'status');
		expect(exitCode).toBe(0);
		const states = skillStateRows.parse(JSON.parse(stdout));
		expect(states.filter(({state}) => state === 'ok').map(({target}) => target)).toEqual([
			'claude',
			'claude',
			'codex',
			'codex',
		]);
		expect(new Set(states.map(({state}) => state))).toEqual(new Set(['ok', 'absent']));
	});

	it('exits 1 when one was changed, and says what helps', async () => {
		await svc('agent', 'install');
		writeFileSync(join(place.cwd, '.claude/skills/svc-verify/SKILL.md'), 'mine');
		const {exitCode, stdout, stderr} = await svc('agent', 'status', '--no-header');
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(/^claude +svc-verify +unmarked +\.claude\/skills\/svc-verify\/SKILL\.md\n/);
		expect(stderr).toMatch(/^1 skill needs attention\.\n\[hint\] svc agent install/);
	});

	it('exits 5 when --dir is no directory', async () => {
		expect((await svc('agent', 'status', '--dir', 'nowhere')).exitCode).toBe(5);
	});

	it('looks at nothing under --dry-run', async () => {
		expect(await svc('--dry-run', 'agent', 'status', '--dir', 'nowhere', '--no-header')).toMatchObject({
			exitCode: 0,
			stdout: expect.stringMatching(/^claude +svc-verify +ok +nowhere\/\.claude/),
		});
	});
});
