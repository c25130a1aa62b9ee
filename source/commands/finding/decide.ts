import {acceptFinding, failFinding, muteFinding, reopenFinding} from '../../../contract/routes/findings.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {projectFlag} from '../shared-flags.ts';

type Decision = typeof acceptFinding | typeof failFinding | typeof muteFinding | typeof reopenFinding;

const deciding = (name: string, route: Decision, description: string) =>
	defineCommand({
		description,
		args: {findingId: id('finding-id', 'Finding to decide about')},
		flags: {project: projectFlag},
		examples: [`finding ${name} fnd_1 --project prj_1`],
		async run({findingId, project}, context) {
			const projectId = context.projectId(project);
			return {view: 'finding', data: await context.client.call(route, {params: {projectId, findingId}})};
		},
	});

export const accept = deciding(
	'accept',
	acceptFinding,
	'What the API does is right: the observed shape takes the place of the one in the document.',
);
export const fail = deciding('fail', failFinding, 'The document is right: tests are red until one of the two changes.');
export const mute = deciding('mute', muteFinding, 'Nobody needs to see this finding any more; it stays in the list.');
export const reopen = deciding('reopen', reopenFinding, 'Takes the decision about a finding back.');
