import {variableKeyOf} from '../../../../contract/environment.ts';
import {updateEnvironment} from '../../../../contract/routes/environments.ts';
import {refusedFlag} from '../../../errors/api-error.ts';
import {defineCommand} from '../../define-command.ts';
import {missingFlag, text, texts, toggle} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {guardTarget, sayWarnings} from '../../target.ts';
import {
	checkContent,
	contentFlags,
	contentOf,
	nameArgument,
	projectArgument,
	requireKey,
	variablesOf,
} from './shared.ts';

export const update = defineCommand({
	description: 'Variables that are not named keep their values. Schedules and test lists follow a new name.',
	args: {projectId: projectArgument, name: nameArgument('Environment to change')},
	flags: {
		url: text('Base URL of the API, or of the website', {placeholder: '<url>'}),
		rename: text('New name, at most 64 characters', {placeholder: '<name>', max: 64}),
		...contentFlags,
		unsetVar: texts('Variable to remove; repeatable', {placeholder: '<KEY>'}),
		default: toggle('Runs use it unless they name another one'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project env update prj_1 staging --var OWNER=acme --unset-var REGION',
		'project env update prj_1 staging --rename stage',
	],
	rules(options, context) {
		const {url, rename, unsetVar, default: isDefault} = options;
		const isContentGiven = checkContent(options);
		if (!isContentGiven && url === undefined && rename === undefined && unsetVar.length === 0 && !isDefault)
			throw missingFlag('url', ', or another flag that says what to change');
		const set = variablesOf(options.var, 'var');
		for (const key of unsetVar.map(variableKeyOf)) {
			requireKey(key, 'unset-var');
			if (Object.hasOwn(set, key))
				throw refusedFlag('unset-var', {reason: 'exclusive', text: `${key} is set by --var as well`});
		}
		guardTarget(url, 'url', context);
	},
	async run({projectId, name, url, rename, unsetVar, default: isDefault, idempotencyKey, ...options}, context) {
		const {variables = {}, ...content} = await contentOf(options, context);
		const changed = {...variables, ...Object.fromEntries(unsetVar.map(key => [variableKeyOf(key), null]))};
		const data = await context.client.call(updateEnvironment, {
			params: {projectId, name},
			body: {
				...(rename === undefined ? {} : {name: rename}),
				...(url === undefined ? {} : {url}),
				...content,
				...(Object.keys(changed).length === 0 ? {} : {variables: changed}),
				...(isDefault ? {isDefault} : {}),
			},
			idempotencyKey: context.idempotencyKey(updateEnvironment, idempotencyKey),
		});
		sayWarnings(data, context);
		return {view: 'environment', data, shape: {showVariables: false}};
	},
});
