import {describe, expect, it} from 'vitest';
import {type AgentTarget, agentTargets, skillNames} from '../../../contract/agent-skill.ts';
import {bodyHash, findMarker, markerLine} from '../../../source/agent-skills/marker.ts';
import {sectionBody} from '../../../source/agent-skills/section.ts';
import {skills, targets} from '../../../source/agent-skills/targets.ts';
import {readCommandLine} from '../../helpers/command-line.ts';
import {commandsOf} from '../../helpers/shell-commands.ts';

const {'svc-verify': verify, 'svc-onboard': onboard} = skills;
const rendered = (target: Exclude<AgentTarget, 'codex'>, name: (typeof skillNames)[number]) => {
	const marker = markerLine([name], '1.2.3', targets[target].body(skills[name]));
	return {marker, text: targets[target].wrap(skills[name], marker)};
};

describe('a skill', () => {
	it.each(skillNames)('%s is described in one paragraph of at most 1536 characters', name => {
		expect(skills[name].description.length).toBeLessThanOrEqual(1536);
		expect(skills[name].description).not.toMatch(/\n/);
	});

	it.each(skillNames)('%s fits into the files that are read into every conversation', name => {
		for (const target of ['windsurf', 'copilot'] as const)
			expect([...rendered(target, name).text].length).toBeLessThanOrEqual(12_000);
		expect(skills[name].compactBody.length).toBeLessThan(skills[name].body.length);
	});

	it.each(skillNames)('%s names only lines of ASCII, so that it reads the same everywhere', name => {
		const {body, compactBody, sectionText, description} = skills[name];
		for (const text of [body, compactBody, sectionText, description]) expect(text).toMatch(/^[\x20-\x7E\n]+$/);
	});

	it.each([
		['when', /After each code change that ships behaviour/i],
		['readiness', /svc doctor/],
		['the project', /SVC_PROJECT_ID[\s\S]*\.svc\/config\.json[\s\S]*svc project list/],
		['changing an existing test', /svc test plan put[\s\S]*svc test code put/],
		['plans', /one verb per step/i],
		['what plans leave out', /native[\s\S]*dialogs/],
		['Python from top to bottom', /top to bottom/],
		['injected credentials', /__AUTH_HEADERS__/],
		['declarations', /--produces[\s\S]*--needs[\s\S]*--category teardown/],
		['one run without a loop', /--wait --output json[\s\S]*loop/i],
		['exit 7', /Exit 7 is inconclusive/i],
		['Blocked', /blocked[\s\S]*not[\s\S]*fail[\s\S]*producer/i],
		['the bundle', /svc test artifact get/],
		['hypotheses', /hypothesis/],
		['the report', /test id, run id, verdict/],
		['when to stop', /3[\s\S]*5[\s\S]*12[\s\S]*13/],
	])('svc-verify teaches %s, in short as well', (_, pattern) => {
		expect(verify.body).toMatch(pattern);
		expect(verify.compactBody).toMatch(pattern);
	});

	it.each([
		['when', /repository (that has no|without) svc tests/],
		['credentials', /[nN]ever invent/],
		['the number of tests', /8( to |-)15/],
		['lint before creating', /svc test lint --plans[\s\S]*svc test create-batch --plans/],
		['the backend way', /svc test scaffold --type backend[\s\S]*--code-file[\s\S]*--produces[\s\S]*--needs/],
		['a smoke run', /two or three/],
		['cost', /svc usage/],
		['the project id', /\.svc\/config\.json/],
		['the hand-over', /svc-verify/],
	])('svc-onboard teaches %s, in short as well', (_, pattern) => {
		expect(onboard.body).toMatch(pattern);
		expect(onboard.compactBody).toMatch(pattern);
	});
});

describe('a command that a skill names', () => {
	const lines = skillNames.flatMap(name =>
		[skills[name].body, skills[name].compactBody, skills[name].sectionText].flatMap(linesOf),
	);

	it('is a command of this client, with flags that it has', async () => {
		expect(lines.length).toBeGreaterThan(50);
		for (const line of lines) {
			const words = commandsOf(line).flatMap(command => command.words.slice(1));
			expect({line, ...(await readCommandLine(words))}).toMatchObject({line, problem: null, isGroup: false});
		}
	});
});

/** Every `svc …` of a text, in a code span or on a line of a code block, as a shell reads it. */
function linesOf(text: string): string[] {
	const joined = text.replace(/\s*\\\n\s+/g, ' ').replace(/(`svc [^`]*)\n\s*([^`]*`)/g, '$1 $2');
	const found = joined.match(/(?<=`)svc [^`\n]+(?=`)|^svc .+$/gm) ?? [];
	return found.map(line => line.replace(/<[\w-]+>/g, 'x'));
}

describe('a file of a target', () => {
	it.each(['claude', 'antigravity', 'kiro'] as const)('%s: front matter, marker, blank line, body, newline', target => {
		const {marker, text} = rendered(target, 'svc-verify');
		expect(text).toBe(
			`---\nname: svc-verify\ndescription: ${JSON.stringify(verify.description)}\n---\n${marker}\n\n${verify.body}\n`,
		);
	});

	it.each([
		['cursor', /^---\ndescription: ".*"\nalwaysApply: false\n---\n<!-- svc-skill: svc-verify v/],
		['windsurf', /^---\ntrigger: model_decision\ndescription: ".*"\n---\n<!-- svc-skill: svc-verify v/],
		['copilot', /^---\ndescription: ".*"\napplyTo: "\*\*"\n---\n<!-- svc-skill: svc-verify v/],
	] as const)('%s has its own front matter', (target, pattern) => {
		expect(rendered(target, 'svc-verify').text).toMatch(pattern);
	});

	it('cline has no front matter; the marker is the last line', () => {
		const {marker, text} = rendered('cline', 'svc-onboard');
		expect(text.startsWith('# ')).toBe(true);
		expect(text.endsWith(`\n${marker}\n`)).toBe(true);
	});

	it('codex merges the skills: the compact verify body, then one onboarding line', () => {
		expect(sectionBody(['svc-verify', 'svc-onboard'])).toBe(`${verify.compactBody}\n\n${onboard.sectionText}`);
		expect(onboard.sectionText).not.toContain('\n');
	});

	it('lies where the agent looks for it', () => {
		expect(Object.fromEntries(agentTargets.map(target => [target, targets[target].path('svc-verify')]))).toEqual({
			claude: '.claude/skills/svc-verify/SKILL.md',
			antigravity: '.agents/skills/svc-verify/SKILL.md',
			cursor: '.cursor/rules/svc-verify.mdc',
			cline: '.clinerules/svc-verify.md',
			kiro: '.kiro/skills/svc-verify/SKILL.md',
			windsurf: '.windsurf/rules/svc-verify.md',
			copilot: '.github/instructions/svc-verify.instructions.md',
			codex: 'AGENTS.md',
		});
	});
});

describe('a marker', () => {
	it('is found again with its names and the hash of the body', () => {
		const line = markerLine(['svc-verify', 'svc-onboard'], '0.1.0', 'body');
		expect(line).toBe(`<!-- svc-skill: svc-verify+svc-onboard v0.1.0 sha256:${bodyHash('body')} -->`);
		expect(findMarker(`a\n${line}\nb`)).toEqual({line, names: ['svc-verify', 'svc-onboard'], hash: bodyHash('body')});
	});

	it('is not seen where the line is not one', () => {
		for (const text of ['', '<!-- svc-skill: svc-verify v1 sha256:12 -->', ` ${markerLine(['svc-verify'], '1', '')}`])
			expect(findMarker(text)).toBeNull();
	});
});
