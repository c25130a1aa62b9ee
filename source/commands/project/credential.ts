import type {CredentialInput} from '../../../contract/authentication.ts';
import {type AuthType, authTypes} from '../../../contract/enums.ts';
import {putCredential} from '../../../contract/routes/authentication.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {choice, type Flag, refuseTogether, text} from '../flag.ts';
import {headerNameRule, idempotencyKeyFlag} from '../shared-flags.ts';
import {checkSecret, readSecret, secretFlags} from '../secret.ts';

const exactType = choice('How the API wants to be authenticated', authTypes, {required: true, placeholder: '<type>'});

/** "compared without case" */
const typeFlag: Flag<AuthType> = {
	...exactType,
	read(given) {
		const written = given.at(-1)?.trim().toLowerCase();
		return exactType.read([authTypes.find(type => type.toLowerCase() === written) ?? written ?? '']);
	},
};

export const credential = defineCommand({
	description:
		'Every backend run of the project is given it: code sends it with headers=__AUTH_HEADERS__. --family or --endpoint-id limits it.',
	args: {projectId: id('project-id', 'Backend project')},
	flags: {
		type: typeFlag,
		...secretFlags('credential', 'Token, key, or user:password of a basic token (every type but public)'),
		headerName: text('Header of an API key (X-API-Key)', {placeholder: '<name>', ...headerNameRule}),
		family: text('Only for paths that begin with this prefix', {
			placeholder: '<path-prefix>',
			max: 512,
			pattern: /^\/\S*$/,
			patternText: 'must begin with a slash and hold no blank',
		}),
		endpointId: text('Only for this endpoint', {placeholder: '<id>'}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project credential prj_1 --type "Bearer token" --credential-file token.txt',
		'project credential prj_1 --type public --family /health',
	],
	needs({type, credential, credentialFile}) {
		if (type === 'public' || credential !== undefined || credentialFile !== undefined) return [];
		const hint = type === undefined ? ', or --credential-file' : ` with --type ${type}, or --credential-file`;
		return [{flag: 'credential', hint}];
	},
	rules(options) {
		const {type, headerName, family, endpointId} = options;
		checkSecret('credential', options);
		const given = options.credential === undefined ? options.credentialFile && 'credential-file' : 'credential';
		if (type === 'public' && given)
			throw refusedFlag(given, {reason: 'exclusive', text: 'has no meaning with --type public'});
		if (headerName !== undefined && type !== 'API key')
			throw refusedFlag('header-name', {reason: 'requires', text: 'is only allowed with --type "API key"'});
		refuseTogether('family', family !== undefined, 'endpoint-id', endpointId !== undefined);
	},
	async run(options, context) {
		const {projectId, type, headerName, family, endpointId} = options;
		const secret = await readSecret('credential', options, context);
		const body: CredentialInput = {
			authType: type,
			...(secret === undefined ? {} : {credential: secret}),
			...(headerName === undefined ? {} : {headerName}),
			...(family === undefined ? {} : {family}),
			...(endpointId === undefined ? {} : {endpointId}),
		};
		const saved = await context.client.call(putCredential, {
			params: {projectId},
			body,
			idempotencyKey: context.idempotencyKey(putCredential, options.idempotencyKey),
		});
		for (const warning of saved.warnings ?? []) context.notes.say('warn', warning);
		return {view: 'saved-credential', data: saved};
	},
});
