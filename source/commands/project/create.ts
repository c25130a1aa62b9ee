import {testTypes} from '../../../contract/enums.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {defineCommand} from '../define-command.ts';
import {choice, flagName, refuseWithout, text, toggle} from '../flag.ts';
import {checkSecret, readSecret, secretFlags} from '../secret.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {checkTargetAnswers, guardTarget, sayWarnings} from '../target.ts';
import {
	maxParallelFlag,
	attributeNames,
	checkAttributeNames,
	testIdAttributesFlag,
	browserFlags,
	browserInput,
} from './project-flags.ts';

export const create = defineCommand({
	description:
		'A project holds tests of its own type only. A backend project tests an HTTP API, a frontend project a website.',
	args: {},
	flags: {
		type: choice('What is tested', testTypes, {required: true}),
		name: text('Name, at most 200 characters', {required: true, max: 200}),
		url: text('Base URL of the API, or of the website (frontend: required)', {placeholder: '<url>'}),
		description: text('What the project is about, at most 4000 characters', {max: 4000}),
		username: text('Account for signing in to the target'),
		...secretFlags('password', 'Password of that account'),
		instruction: text('Hint for frontend plan generation, at most 4000 characters', {max: 4000}),
		testIdAttributes: testIdAttributesFlag,
		maxParallel: maxParallelFlag,
		...browserFlags,
		skipPreflight: toggle('Do not look whether the URL answers'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project create --type backend --name Shop --url http://127.0.0.1:3000',
		'project create --type frontend --name Site --url https://example.com',
	],
	needs: ({type, url}) =>
		type === 'frontend' && url === undefined ? [{flag: 'url', hint: ' for a frontend project'}] : [],
	rules(options, context) {
		checkSecret('password', options);
		guardTarget(options.url, 'url', context);
		refuseWithout(
			'test-id-attributes',
			options.testIdAttributes.length > 0,
			'type frontend',
			options.type === 'frontend',
		);
		checkAttributeNames(options.testIdAttributes);
		for (const key of ['consent', 'pictures', 'stayOnOrigin', 'loginOrigin'] as const)
			refuseWithout(
				flagName(key),
				options[key] !== browserFlags[key].absent,
				'type frontend',
				options.type === 'frontend',
			);
	},
	async run(options, context) {
		const {type, name, url, description, username, instruction, maxParallel} = options;
		const password = await readSecret('password', options, context);
		await checkTargetAnswers(url, 'url', {skip: options.skipPreflight}, context);
		const attributes = attributeNames(options.testIdAttributes);
		const browser = browserInput(options);
		const project = await context.client.call(createProject, {
			body: {
				type,
				name,
				...(url === undefined ? {} : {targetUrl: url}),
				...(description === undefined ? {} : {description}),
				...(username === undefined ? {} : {username}),
				...(password === undefined ? {} : {password}),
				...(instruction === undefined ? {} : {instruction}),
				...(attributes.length === 0 ? {} : {testIdAttributes: attributes}),
				...(maxParallel === undefined ? {} : {maxParallel}),
				...(browser === undefined ? {} : {browser}),
			},
			idempotencyKey: context.idempotencyKey(createProject, options.idempotencyKey),
		});
		sayWarnings(project, context);
		return {view: 'project', data: project};
	},
});
