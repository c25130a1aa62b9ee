import type {ProjectPatch} from '../../../contract/project.ts';
import {updateProject} from '../../../contract/routes/projects.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {missingFlag, refuseTogether, text, toggle} from '../flag.ts';
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
	browserResetFlags,
	checkBrowserResets,
} from './project-flags.ts';

export const update = defineCommand({
	args: {projectId: id('project-id', 'Project to change')},
	flags: {
		name: text('Name, at most 200 characters', {max: 200}),
		url: text('Base URL of the API, or of the website', {placeholder: '<url>'}),
		description: text('What the project is about, at most 4000 characters', {max: 4000}),
		clearDescription: toggle('Nothing is said of it any more'),
		username: text('Account for signing in to the target'),
		...secretFlags('password', 'Password of that account'),
		instruction: text('Hint for frontend plan generation, at most 4000 characters', {max: 4000}),
		testIdAttributes: testIdAttributesFlag,
		clearTestIdAttributes: toggle('No attribute identifies elements any more'),
		maxParallel: maxParallelFlag,
		clearMaxParallel: toggle('As many of its tests at once as there are slots'),
		...browserFlags,
		...browserResetFlags,
		skipPreflight: toggle('Do not look whether the URL answers'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project update prj_1 --name Shop',
		'project update prj_1 --url https://staging.example.com',
		'project update prj_1 --max-parallel 2',
	],
	rules(options, context) {
		const {name, url, username, password, passwordFile, instruction, testIdAttributes, clearTestIdAttributes} = options;
		const {description, clearDescription, maxParallel, clearMaxParallel} = options;
		const given = [name, url, description, username, password, passwordFile, instruction, maxParallel];
		const isNothing = given.every(value => value === undefined) && browserInput(options) === undefined;
		if (isNothing && testIdAttributes.length === 0 && !clearTestIdAttributes && !clearDescription && !clearMaxParallel)
			throw missingFlag('name', ', or another flag that says what to change');
		checkSecret('password', options);
		refuseTogether('description', description !== undefined, 'clear-description', clearDescription);
		refuseTogether('max-parallel', maxParallel !== undefined, 'clear-max-parallel', clearMaxParallel);
		refuseTogether(
			'test-id-attributes',
			testIdAttributes.length > 0,
			'clear-test-id-attributes',
			clearTestIdAttributes,
		);
		checkAttributeNames(testIdAttributes);
		checkBrowserResets(options);
		guardTarget(url, 'url', context);
	},
	async run({projectId, ...options}, context) {
		const {name, url, username, instruction, testIdAttributes, clearTestIdAttributes} = options;
		const description = options.clearDescription ? null : options.description;
		const maxParallel = options.clearMaxParallel ? null : options.maxParallel;
		const password = await readSecret('password', options, context);
		await checkTargetAnswers(url, 'url', {skip: options.skipPreflight}, context);
		const attributes = attributeNames(testIdAttributes);
		const browser = browserInput(options);
		const body: ProjectPatch = {
			...(name === undefined ? {} : {name}),
			...(url === undefined ? {} : {targetUrl: url}),
			...(description === undefined ? {} : {description}),
			...(username === undefined ? {} : {username}),
			...(password === undefined ? {} : {password}),
			...(instruction === undefined ? {} : {instruction}),
			...(clearTestIdAttributes || attributes.length > 0 ? {testIdAttributes: attributes} : {}),
			...(maxParallel === undefined ? {} : {maxParallel}),
			...(browser === undefined ? {} : {browser}),
		};
		const data = await context.client.call(updateProject, {
			params: {projectId},
			body,
			idempotencyKey: context.idempotencyKey(updateProject, options.idempotencyKey),
		});
		sayWarnings(data, context);
		return {view: 'updated-project', data};
	},
});
