import {createEnvironment} from '../../../../contract/routes/environments.ts';
import {defineCommand} from '../../define-command.ts';
import {missingFlag, text, toggle} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {guardTarget, sayWarnings} from '../../target.ts';
import {checkContent, contentFlags, contentOf, nameArgument, projectArgument} from './shared.ts';

export const create = defineCommand({
	description:
		'A named target of the project: test run --env <name> sends the tests there, with its account and its variables. ' +
		'A test reads a variable as VAR_<KEY>. Values are stored encrypted; those whose key says that they are secret ' +
		'(API_KEY, PASSWORD, …) are masked wherever they could show. Automatic logins with a password and basic tokens use ' +
		'the account of the environment when it has one.',
	args: {projectId: projectArgument, name: nameArgument('Name, at most 64 characters')},
	flags: {
		url: text('Base URL of the API, or of the website', {placeholder: '<url>', required: true}),
		...contentFlags,
		default: toggle('Runs use it unless they name another one'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project env create prj_1 staging --url https://st.example.com --var A=b',
		'project env create prj_1 live --url https://api.example.com \\\n' +
			'      --username ada --password-file pw.txt --vars-file live.env',
	],
	rules(options, context) {
		checkContent(options);
		const hasPassword = options.password !== undefined || options.passwordFile !== undefined;
		const wantsAccount = options.authMode === 'account' || options.username !== undefined || hasPassword;
		if (wantsAccount && options.username === undefined) throw missingFlag('username', ' with an account');
		if (wantsAccount && !hasPassword) throw missingFlag('password', ' with an account');
		guardTarget(options.url, 'url', context);
	},
	async run({projectId, name, url, default: isDefault, idempotencyKey, ...options}, context) {
		const data = await context.client.call(createEnvironment, {
			params: {projectId},
			body: {name, url, ...(await contentOf(options, context)), ...(isDefault ? {isDefault} : {})},
			idempotencyKey: context.idempotencyKey(createEnvironment, idempotencyKey),
		});
		sayWarnings(data, context);
		return {view: 'environment', data, shape: {showVariables: false}};
	},
});
