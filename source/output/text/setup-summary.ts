import type {AgentTarget, SkillName} from '../../contract/agent-skill.ts';
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
	status: 'initialized';
};

function agentLines({agents}: SetupSummary): string {
	if (agents.length === 0) return 'agent: none';
	const skills = [...new Set(agents.flatMap(agent => agent.skills))];
	return [...agents.map(({target, action}) => `agent: ${target} (${action})`), `skills: ${skills.join(', ')}`].join(
		'\n',
	);
}

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

export const setupSummary = (summary: SetupSummary): string => `svc initialized

${indent(
	labelBlock([
		['profile', summary.profile],
		['endpoint', summary.apiUrl],
		['env', summary.env],
		['email', summary.email],
		['scopes', summary.scopes],
	]),
)}
${agentLines(summary)}

next steps:
  svc doctor
  svc project create --type backend --name <name> --url <url>
  svc test create --project <id> --type backend --name <name> --code-file <file.py>
`;
