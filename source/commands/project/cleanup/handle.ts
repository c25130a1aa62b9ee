import type {CleanupSettings, HandlePlace} from '../../../../contract/cleanup.ts';
import {getCleanupSettings, updateCleanupSettings} from '../../../../contract/routes/cleanup.ts';
import {optionalPhrase, phrase} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {missingFlag, refuseTogether, toggle} from '../../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../../shared-flags.ts';

const request = /^(?:POST|PUT|PATCH) \/\S*$/i;
const pointer = /^\$(?:request|header|query|path)?[.[]/;

export const handle = defineCommand({
	description:
		'For records whose DELETE cannot be addressed because no value of the answer plainly names them. $.secret is a ' +
		'field of the answer; $request.name, $header.Location, $query.key and $path.name stand elsewhere in the call.',
	args: {
		request: phrase('request', 'Creating request: method and path', request, '"POST /pads"'),
		pointer: optionalPhrase('pointer', 'Where the handle stands', pointer, "'$.secret'"),
	},
	flags: {
		project: projectFlag,
		forget: toggle('Forget what was said about this request'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		`project cleanup handle "POST /pads" '$.secret'`,
		`project cleanup handle "POST /pads" --project prj_1 --forget`,
	],
	rules({pointer: given, forget}) {
		refuseTogether('forget', forget, 'pointer', given !== undefined);
		if (!forget && given === undefined) throw missingFlag('forget', ', or a pointer');
	},
	async run({request: wanted, pointer: given, project, idempotencyKey: own}, context) {
		const {client} = context;
		const projectId = context.projectId(project);
		const [method = '', path = ''] = wanted.split(' ', 2);
		const known = await client.call(getCleanupSettings, {params: {projectId}});
		const isOther = (place: CleanupSettings['handles'][number]) =>
			place.method !== method.toUpperCase() || place.path !== path;
		const handles = known.handles.filter(isOther) as HandlePlace[];
		if (given !== undefined)
			handles.push({method: method.toUpperCase() as HandlePlace['method'], path, pointer: given});
		const data = await client.call(updateCleanupSettings, {
			params: {projectId},
			body: {handles},
			idempotencyKey: context.idempotencyKey(updateCleanupSettings, own),
		});
		return {view: 'cleanup-settings', data};
	},
});
