import type {AgentTarget, SkillName} from '../../../contract/agent-skill.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';

/** What happened to the skills of one coding agent; the worst of its files. */
export type AgentSetup = {
	target: AgentTarget;
	action: 'installed' | 'updated' | 'skipped' | 'blocked' | 'dry-run';
	skills: SkillName[];
};

/** Result of `setup`. */
export type SetupSummary = {
	profile: string;
	apiUrl: string;
	env: string;
	email?: string;
	scopes: string[];
	/** The first of `agents`. */
	agent: AgentSetup | null;
	agents: AgentSetup[];
	/** Absolute paths of files and directories that were written; a directory ends with a separator. */
	written: string[];
	/** The project of this folder, by `svc init`. */
	project?: {id: string; name: string};
	status: 'initialized';
};

function agentLines({agents}: SetupSummary): string {
	if (agents.length === 0) return 'agent: none';
	const skills = [...new Set(agents.flatMap(agent => agent.skills))];
	return [...agents.map(({target, action}) => `agent: ${target} (${action})`), `skills: ${skills.join(', ')}`].join(
		'\n',
	);
}

/** What is on disk now because of it; nobody should have to look for it. */
const writtenLines = ({written}: SetupSummary): string =>
	written.length === 0 ? '' : `\nwrote:\n${written.map(path => `  ${cleanLine(path)}\n`).join('')}`;

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

const nextSteps = ({project}: SetupSummary): string =>
	project
		? '  svc test create --type backend --name <name> --code-file <python-file>\n  svc test run --all --wait\n'
		: '  svc project create --type backend --name <name> --url <url>\n  svc test create --project <project-id> --type backend --name <name> --code-file <python-file>\n';

export const setupSummary = (summary: SetupSummary): string => `svc initialized

${indent(
	labelBlock([
		['profile', summary.profile],
		['endpoint', summary.apiUrl],
		['env', summary.env],
		['email', summary.email],
		['scopes', summary.scopes],
		['project', summary.project ? `${summary.project.name} (${summary.project.id})` : null],
	]),
)}
${agentLines(summary)}
${writtenLines(summary)}
next steps:
  svc doctor
${nextSteps(summary)}`;
