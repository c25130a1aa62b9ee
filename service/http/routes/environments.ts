import {
	type Environment,
	type EnvironmentAuthMode,
	environmentLimits,
	variableKeyProblem,
} from '../../../contract/environment.ts';
import {shownAddress} from '../../../contract/address.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {
	createEnvironment,
	deleteEnvironment,
	getEnvironment,
	listEnvironments,
	setDefaultEnvironment,
	updateEnvironment,
} from '../../../contract/routes/environments.ts';
import {requireBasicAuth, sendAsBasic, siteLogin, takeAccount, takenSentence} from '../../auth/address-account.ts';
import {openVariables, sealVariables} from '../../auth/environment-secrets.ts';
import {maskSecret} from '../../auth/secret-box.ts';
import {createEnvironment as createItFirst, environmentKey} from '../../domain/environment-choice.ts';
import {type IsSecretName, secretNameRule} from '../../domain/secret-names.ts';
import {invalid, ServiceError} from '../../domain/service-error.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {readCleanupSettings} from '../../store/cleanup/cleanup-settings.ts';
import type {EnvironmentTable} from '../../store/projects/project-tables.ts';
import * as store from '../../store/projects/environments.ts';
import type {ProjectTable} from '../../store/projects/project-tables.ts';
import {requireProject} from '../../store/projects/projects.ts';
import {defined} from '../json-body.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {openLogin, type ProjectLogin, sealLogin} from '../../auth/sealed-login.ts';

export function environmentRoutes(on: On, {database, secretBox, checkTarget, newId, now}: Services): void {
	/**
	 * What a request makes of an account in its address: that of an API becomes the account of the environment, that of a
	 * website is given to its server.
	 */
	async function takeIts<Body extends AddressInput>(project: ProjectTable, body: Body) {
		const taken = takeAccount(body.url, 'url');
		const {account} = taken;
		const isApi = project.type === 'backend';
		if (account && isApi) await requireBasicAuth(database, project.id, {field: 'url', account}, body);
		const input = {...body, url: taken.url} as Body;
		return {
			input: account && isApi ? {...input, ...account} : input,
			taken,
			/** Once the environment is stored. */
			async keep(row: EnvironmentTable): Promise<{warnings?: string[]}> {
				if (!account) return {};
				if (isApi)
					await sendAsBasic({database, box: secretBox, at: now()}, project.id, account, {
						isDefault: row.is_default === 1,
					});
				return {warnings: [takenSentence(isApi ? 'backend' : 'frontend', account)]};
			},
		};
	}

	/** One that is not there is answered with the names of those that are. */
	async function missing(projectId: ProjectId, name: string): Promise<ServiceError> {
		const names = (await store.listEnvironments(database, projectId)).map(one => one.name);
		return new ServiceError('NOT_FOUND', `The project has no environment "${name}". It has: ${names.join(', ')}.`, {
			nextAction: createItFirst(projectId, name),
			details: {resource: 'environment', id: name, reason: 'not_found', accepted: names},
		});
	}

	function summary(row: EnvironmentTable): Environment {
		const {username, password} = openLogin(secretBox, row.project_id, row.login);
		return {
			id: row.id,
			name: row.name,
			url: shownAddress(row.url),
			isDefault: row.is_default === 1,
			authMode: row.auth_mode,
			hasCredentials: Boolean(username && password),
			username: username ?? null,
			enableOtp: false,
			updatedAt: timestamp(row.updated_at),
			variableCount: (JSON.parse(row.variable_keys) as string[]).length,
		};
	}

	async function answer(row: EnvironmentTable): Promise<Environment> {
		const variables = openVariables(secretBox, row);
		const isSecret = await secretRule(row.project_id);
		return {
			...summary(row),
			variables: Object.fromEntries(
				Object.entries(variables).map(([key, value]) => [key, isSecret(key) ? maskSecret(value) : value]),
			),
			secretKeys: Object.keys(variables).filter(isSecret),
		};
	}

	const secretRule = async (projectId: ProjectId): Promise<IsSecretName> =>
		secretNameRule((await readCleanupSettings(database, projectId)).maskedFields);

	on(listEnvironments, async ({caller, params}) => {
		const {id: projectId} = await requireProject(database, caller.accountId, params.projectId);
		return {items: (await store.listEnvironments(database, projectId)).map(summary), nextToken: null};
	});

	on(getEnvironment, async ({caller, params}) => {
		const {id: projectId} = await requireProject(database, caller.accountId, params.projectId);
		const row = await store.findEnvironment(database, projectId, params.name);
		if (!row) throw await missing(projectId, params.name);
		return answer(row);
	});

	on(createEnvironment, async ({caller, params, body}) => {
		const project = await requireProject(database, caller.accountId, params.projectId);
		const projectId = project.id;
		const {input, taken, keep} = await takeIts(project, body);
		const {name, url, isDefault = false, variables = {}} = input;
		const {authMode, login: given} = accountAfter({authMode: 'public', login: {}}, input);
		const login = project.type === 'frontend' ? siteLogin(given, taken, null) : given;
		requireVariables(variables);
		await checkTarget(url, 'url');
		const id = newId('env');
		const at = now();
		const row: EnvironmentTable = {
			id,
			project_id: projectId,
			name,
			name_key: environmentKey(name),
			url,
			is_default: isDefault ? 1 : 0,
			auth_mode: authMode,
			login: sealLogin(secretBox, projectId, login),
			variables: sealVariables(secretBox, id, variables),
			variable_keys: JSON.stringify(Object.keys(variables)),
			created_at: at,
			updated_at: at,
		};
		const stored = await store.insertEnvironment(database, row);
		if (stored === 'name_taken') throw nameTaken(name);
		if (stored === 'too_many')
			throw invalid('name', 'too_many', `A project has at most ${environmentLimits.perProject} environments.`);
		return {...(await answer(row)), ...(await keep(row))};
	});

	on(updateEnvironment, async ({caller, params, body}) => {
		const project = await requireProject(database, caller.accountId, params.projectId);
		const projectId = project.id;
		const {input, taken, keep} = await takeIts(project, body);
		if (input.url !== undefined) await checkTarget(input.url, 'url');
		const changed = await store.changeEnvironment(database, projectId, params.name, now(), row => {
			const stored = {authMode: row.auth_mode, login: openLogin(secretBox, projectId, row.login)};
			const {authMode, login: given} = accountAfter(stored, input);
			const login = project.type === 'frontend' ? siteLogin(given, taken, row.url) : given;
			const variables = merged(openVariables(secretBox, row), body.variables ?? {});
			if (body.variables) requireVariables(variables);
			return {
				...defined({name: body.name, url: input.url}),
				auth_mode: authMode,
				login: sealLogin(secretBox, projectId, login),
				...(body.variables
					? {
							variables: sealVariables(secretBox, row.id, variables),
							variable_keys: JSON.stringify(Object.keys(variables)),
						}
					: {}),
				...(body.isDefault ? {is_default: 1 as const} : {}),
			};
		});
		if (changed === 'gone') throw await missing(projectId, params.name);
		if (changed === 'name_taken') throw nameTaken(body.name ?? params.name);
		return {...(await answer(changed)), ...(await keep(changed))};
	});

	on(deleteEnvironment, async ({caller, params}) => {
		const {id: projectId} = await requireProject(database, caller.accountId, params.projectId);
		const deleted = await store.deleteEnvironment(database, projectId, params.name);
		if (deleted === 'gone') throw await missing(projectId, params.name);
		if (deleted === 'last') throw lastEnvironment(projectId, params.name);
		if (deleted === 'default') throw isDefaultEnvironment(projectId, params.name);
		if ('schedules' in deleted) throw inUse(params.name, deleted);
		return {name: deleted.name, deletedAt: timestamp(now())};
	});

	on(setDefaultEnvironment, async ({caller, params}) => {
		const {id: projectId} = await requireProject(database, caller.accountId, params.projectId);
		const changed = await store.changeEnvironment(database, projectId, params.name, now(), () => ({is_default: 1}));
		if (typeof changed === 'string') throw await missing(projectId, params.name);
		return answer(changed);
	});
}

type AddressInput = {url?: string | undefined; username?: string | undefined; password?: string | undefined};
type Account = {authMode: EnvironmentAuthMode; login: ProjectLogin};
type AccountInput = {[Key in 'username' | 'password']?: string | undefined} & {
	authMode?: EnvironmentAuthMode | undefined;
};

/** The account of an environment after a request; throws for parts that do not fit together. */
function accountAfter(stored: Account, {authMode: given, username, password}: AccountInput): Account {
	if (given === 'otp')
		throw new ServiceError('UNSUPPORTED', 'This service does not log in with one-time passwords.', {
			nextAction: 'Use the mode `account`, or `manual` for tests that log in themselves.',
			details: {feature: 'otp'},
		});
	const isGiven = username !== undefined || password !== undefined;
	const authMode = given ?? (isGiven ? 'account' : stored.authMode);
	if (authMode !== 'account') {
		for (const [field, value] of Object.entries({username, password}))
			if (value !== undefined)
				throw invalid(field, 'not_allowed', `Field \`${field}\` is for the mode \`account\` only.`);
		return {authMode, login: {http: stored.login.http}};
	}
	const login = {...stored.login, ...defined({username, password})};
	// A project may have been given one half of its login only; that is asked for when the account is changed here.
	if (given !== undefined || isGiven)
		for (const field of ['username', 'password'] as const)
			if (!login[field]) throw invalid(field, 'required', `Field \`${field}\` is required for the mode \`account\`.`);
	return {authMode, login};
}

/** "`variables` merges, a null value removes its key." */
const merged = (stored: Record<string, string>, patch: Record<string, string | null>): Record<string, string> =>
	Object.fromEntries(Object.entries({...stored, ...patch}).filter((one): one is [string, string] => one[1] !== null));

function requireVariables(variables: Record<string, string>): void {
	const {keys, valueBytes, totalBytes} = environmentLimits;
	const entries = Object.entries(variables);
	for (const [key, value] of entries) {
		const problem = variableKeyProblem(key);
		if (problem) throw invalid(`variables.${key}`, 'key', `The key "${key}" of a variable is invalid: it ${problem}.`);
		if (Buffer.byteLength(value) > valueBytes)
			throw invalid(`variables.${key}`, 'too_long', `The value of ${key} is longer than ${valueBytes} bytes.`);
	}
	if (entries.length > keys) throw invalid('variables', 'too_many', `An environment has at most ${keys} variables.`);
	const total = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
	if (total > totalBytes)
		throw invalid(
			'variables',
			'too_long',
			`The variables of an environment hold at most ${totalBytes} bytes together.`,
		);
}

const nameTaken = (name: string) =>
	new ServiceError('CONFLICT', `The project has an environment "${name}" already.`, {
		nextAction: 'Choose another name; names are compared without case.',
		details: {reason: 'name_taken', name},
	});

const lastEnvironment = (projectId: ProjectId, name: string) =>
	new ServiceError('CONFLICT', `"${name}" is the last environment of the project.`, {
		nextAction: `Create another one first: svc project env create ${projectId} <name> --url <url> --default`,
		details: {reason: 'last_environment', name},
	});

const isDefaultEnvironment = (projectId: ProjectId, name: string) =>
	new ServiceError('CONFLICT', `"${name}" is the default environment of the project.`, {
		nextAction: `Make another one the default first: svc project env set-default ${projectId} <environment>`,
		details: {reason: 'default_environment', name},
	});

/** A schedule or a list that lost it would run against the default one, which may be the server of customers. */
function inUse(name: string, {schedules, lists}: store.EnvironmentUse): ServiceError {
	const users = [...schedules.map(one => `the schedule "${one.name}"`), ...lists.map(one => `the list "${one.name}"`)];
	const [schedule] = schedules;
	const [list] = lists;
	return new ServiceError('CONFLICT', `The environment "${name}" is named by ${users.join(', ')}.`, {
		nextAction: schedule
			? `Give it another one first: svc schedule update ${schedule.id} --env <environment>`
			: `Give it another one first: svc testlist update ${list?.id} --project-env <project-id>:<environment>`,
		details: {reason: 'environment_in_use', name, schedules, testLists: lists},
	});
}
