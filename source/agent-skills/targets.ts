import {lstatSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {
	type AgentTarget,
	type SkillName,
	type TargetMode,
	type TargetStatus,
	agentTargets,
} from '../../contract/agent-skill.ts';
import type {Skill} from './skills/skill.ts';
import {svcOnboard} from './skills/svc-onboard.ts';
import {svcVerify} from './skills/svc-verify.ts';

/** An agent that reads one file per skill. */
export type FileTarget = {
	mode: Extract<TargetMode, 'own-file'>;
	status: TargetStatus;
	/** Relative to the project, with slashes. */
	path(skill: SkillName): string;
	/** Which text of a skill it gets. */
	body(skill: Skill): string;
	/** The file around that text: front matter and the marker line. */
	wrap(skill: Skill, marker: string): string;
};

/** An agent that reads a file of the user; skills get a section of it (section.ts). */
type SectionTarget = {
	mode: Extract<TargetMode, 'managed-section'>;
	status: TargetStatus;
	path(skill: SkillName): string;
};

export type Target = FileTarget | SectionTarget;

const full = (skill: Skill) => skill.body;
const compact = (skill: Skill) => skill.compactBody;

/** Front matter, "marker line directly after the closing fence, blank line, body, newline". Values are YAML. */
const withFrontMatter = (values: Record<string, string>, marker: string, body: string): string =>
	['---', ...Object.entries(values).map(([key, value]) => `${key}: ${value}`), '---', marker, '', `${body}\n`].join(
		'\n',
	);

/** A YAML string on one line: JSON strings are. */
const quoted = (text: string) => JSON.stringify(text);

/** `SKILL.md` in a folder of its own. */
const skillFolder = (folder: string) => ({
	mode: 'own-file' as const,
	path: (skill: SkillName) => `${folder}/${skill}/SKILL.md`,
	body: full,
	wrap: (skill: Skill, marker: string) =>
		withFrontMatter({name: skill.name, description: quoted(skill.description)}, marker, full(skill)),
});

/** One row per target. */
export const targets = {
	claude: {status: 'ga', ...skillFolder('.claude/skills')},
	antigravity: {status: 'experimental', ...skillFolder('.agents/skills')},
	cursor: {
		status: 'experimental',
		mode: 'own-file',
		path: skill => `.cursor/rules/${skill}.mdc`,
		body: full,
		wrap: (skill, marker) =>
			withFrontMatter({description: quoted(skill.description), alwaysApply: 'false'}, marker, full(skill)),
	},
	cline: {
		status: 'experimental',
		mode: 'own-file',
		path: skill => `.clinerules/${skill}.md`,
		body: full,
		wrap: (skill, marker) => `${full(skill)}\n\n${marker}\n`,
	},
	kiro: {status: 'experimental', ...skillFolder('.kiro/skills')},
	windsurf: {
		status: 'experimental',
		mode: 'own-file',
		path: skill => `.windsurf/rules/${skill}.md`,
		body: compact,
		wrap: (skill, marker) =>
			withFrontMatter({trigger: 'model_decision', description: quoted(skill.description)}, marker, compact(skill)),
	},
	copilot: {
		status: 'experimental',
		mode: 'own-file',
		path: skill => `.github/instructions/${skill}.instructions.md`,
		body: compact,
		wrap: (skill, marker) =>
			withFrontMatter({description: quoted(skill.description), applyTo: '"**"'}, marker, compact(skill)),
	},
	codex: {
		status: 'experimental',
		mode: 'managed-section',
		path: () => 'AGENTS.md',
	},
} satisfies Record<AgentTarget, Target>;

/**
 * Whether a verify skill, in whatever state, lies below a directory. Only looks whether files are there, so that a
 * command can ask on its way; what they hold is the business of `skillState`.
 */
export const hasVerifySkill = (root: string): boolean =>
	agentTargets.some(name => {
		const target: Target = targets[name];
		const path = join(root, ...target.path('svc-verify').split('/'));
		try {
			return target.mode === 'own-file'
				? lstatSync(path).isFile()
				: /svc-skill: \S*svc-verify/.test(readFileSync(path, 'utf8'));
		} catch {
			// Missing, or not to be read: in no case a skill an agent could use.
			return false;
		}
	});

/** Every skill, by name. */
export const skills: Record<SkillName, Skill> = {'svc-verify': svcVerify, 'svc-onboard': svcOnboard};
