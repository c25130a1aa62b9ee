import {labelBlock} from '../label-block.ts';

/** Result of `setup`. */
export type SetupSummary = {
	profile: string;
	apiUrl: string;
	env: string;
	email?: string;
	scopes: string[];
	agent: null;
	agents: never[];
	status: 'initialized';
};

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
agent: none

next steps:
  svc doctor
  svc project create --type backend --name <name> --url <url>
  svc test create --project <id> --type backend --name <name> --code-file <file.py>
`;
