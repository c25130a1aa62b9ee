import type {Call} from '../../../contract/call.ts';
import type {Finding, FindingWithCalls} from '../../../contract/finding.ts';
import type {CallId} from '../../../contract/ids.ts';
import {getProjectCall} from '../../../contract/routes/calls.ts';
import {getFinding} from '../../../contract/routes/findings.ts';
import {isApiError} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';
import {projectFlag} from '../shared-flags.ts';

export const show = defineCommand({
	description: 'One finding: what the description says, what was seen, and since when.',
	args: {findingId: id('finding-id', 'Finding to show')},
	flags: {
		project: projectFlag,
		calls: toggle('With the calls that show it: what was sent and what was answered'),
	},
	examples: ['finding show fnd_1 --project prj_1', 'finding show fnd_1 --project prj_1 --calls'],
	async run({findingId, project, calls}, context) {
		const projectId = context.projectId(project);
		const finding = await context.client.call(getFinding, {params: {projectId, findingId}});
		if (!calls) return {view: 'finding', data: finding};
		const read = async (callId: CallId): Promise<Call | null> => {
			try {
				return await context.client.call(getProjectCall, {params: {projectId, callId}});
			} catch (error) {
				// A later discovery has taken its place: that is no failure of this command.
				if (isApiError(error) && error.code === 'NOT_FOUND') return null;
				throw error;
			}
		};
		const shown = await Promise.all(idsOf(finding).map(read));
		const data: FindingWithCalls = {...finding, calls: shown.filter(call => call !== null)};
		return {view: 'finding', data};
	},
});

const idsOf = ({evidence}: Finding): string[] => evidence.flatMap(({callId}) => callId ?? []);
