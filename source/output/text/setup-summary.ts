import type {SetupSummary} from '../../../contract/documents/setup.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';

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
