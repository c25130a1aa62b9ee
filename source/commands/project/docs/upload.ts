import {uploadDocument} from '../../../client/upload-document.ts';
import {type DocRole, maxDocumentBytes} from '../../../../contract/document.ts';
import {refusedFlag} from '../../../errors/api-error.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {choice, onUnlessNo, text} from '../../flag.ts';
import {sayNext} from '../../outcome.ts';
import {sendingOf} from '../../target.ts';
import {readEndpoints} from './read-endpoints.ts';
import {withParts} from './with-parts.ts';
import {idempotencyKeyFlag, maxKeyLength} from '../../shared-flags.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

const roles = {'api-doc': 'API_DOC', prd: 'PRD'} as const satisfies Record<string, DocRole>;

/** Keys of the two requests are derived from the caller's own. */
const longestSuffix = ':upload'.length;

export const upload = defineCommand({
	description:
		'The endpoints of a description of the API are read at once, from OpenAPI 3.0, 3.1 and Swagger 2.0 as JSON or YAML ' +
		'of at most 10 MB: cleanup then knows how records are deleted. Files below its own folder that it refers to ' +
		'(`$ref: schemas/user.yaml`) come along as one document. Other documents are kept for plans.',
	args: {
		projectId: id('project-id', 'Project of the document'),
		file: {...id('file', 'File to upload, or the folder of an OpenAPI document; - for stdin'), check: checkPath},
	},
	flags: {
		role: choice('What it is: a description of the API, or requirements', ['api-doc', 'prd'], {required: true}),
		name: text('Name to show (file name)', {max: 200}),
		read: onUnlessNo('Only store it, read no endpoints'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project docs upload prj_1 openapi.yaml --role api-doc',
		'project docs upload prj_1 openapi.yaml --role api-doc --no-read',
		'project docs upload prj_1 wishes.md --role prd --name "What we want"',
	],
	rules({idempotencyKey: key}) {
		if (key !== undefined && key.length > maxKeyLength - longestSuffix)
			throw refusedFlag('idempotency-key', {
				reason: 'too_long',
				text: `must be at most ${maxKeyLength - longestSuffix} characters here`,
			});
	},
	async run({projectId, file, role, name, read, idempotencyKey}, context) {
		const opened = await context.files.openDocument(file, {argument: 'file', maxBytes: maxDocumentBytes});
		const bytes = await withParts(opened, context);
		const fileName = opened.name;
		const key = context.idempotencyKey('cli-docs-upload-', idempotencyKey);
		const document = await uploadDocument(context.client, {
			projectId,
			bytes,
			fileName,
			name,
			role: roles[role],
			idempotencyKey: key,
			isOwnKey: idempotencyKey !== undefined,
			sending: context.dryRun ? null : sendingOf(context),
		});
		if (document.errorMessage !== null) context.notes.say('warn', document.errorMessage);
		// Whether it can be read is for the service to say; what it could not even recognise was said above.
		if (role !== 'api-doc' || !read || document.errorMessage !== null) return {view: 'document', data: document};
		const reading = await readEndpoints(projectId, key, context);
		for (const warning of reading.warnings) context.notes.say('warn', warning);
		if (reading.error !== null) context.notes.say('warn', `The document is stored, but not read: ${reading.error}`);
		if (reading.hint !== null) context.notes.say('hint', reading.hint);
		else if (reading.status === 'done')
			sayNext(`svc test plan generate --project ${shellWord(projectId)} --wait`, context);
		return {view: 'document', data: {...document, reading}};
	},
});

function checkPath(path: string) {
	return path.trim() === '' ? {reason: 'path', text: 'must be a path'} : undefined;
}
