import type {AutoAuthInput} from '../../contract/authentication.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {invalid, ServiceError} from '../domain/service-error.ts';
import type {AutoAuthTable} from '../store/projects/project-tables.ts';
import type {SecretBox} from './secret-box.ts';
import type {TargetCheck} from './target-policy.ts';
import {requireJsonPath} from './target/json-path.ts';
import {loginMethods} from './target/log-in.ts';
import type {LoginConfig, LoginSecrets, LoginSettings} from './target/login-settings.ts';
import {fillTemplate, placeholders} from './target/password.ts';

const contextOf = (projectId: ProjectId) => `project:${projectId}:auto-auth`;

export const sealLoginSecrets = (box: SecretBox, projectId: ProjectId, secrets: LoginSecrets): string =>
	box.seal(JSON.stringify(secrets), contextOf(projectId));

/** The stored secrets; null when their key is lost (they must then be given again). */
export function openLoginSecrets(box: SecretBox, projectId: ProjectId, sealed: string): LoginSecrets | null {
	try {
		return JSON.parse(box.open(sealed, contextOf(projectId))) as LoginSecrets;
	} catch {
		return null;
	}
}

/** The stored configuration with its secrets. */
export const configOf = (box: SecretBox, row: AutoAuthTable): LoginConfig => ({
	method: row.method,
	inject: row.inject,
	settings: JSON.parse(row.settings) as LoginSettings,
	secrets: openLoginSecrets(box, row.project_id, row.secrets) ?? {},
});

const secretNames: ReadonlyArray<keyof LoginSecrets> = ['password', 'clientSecret', 'refreshToken'];
const isSecret = (name: string): name is keyof LoginSecrets => (secretNames as readonly string[]).includes(name);

/**
 * A complete configuration from what is given now and what is stored: "required = given now or already stored for the
 * same method". Throws VALIDATION_ERROR that names every field that is missing, or the first that is wrong.
 */
export async function requireLoginConfig(
	input: AutoAuthInput,
	stored: LoginConfig | null,
	checkTarget: TargetCheck,
): Promise<LoginConfig> {
	const method = input.method ?? stored?.method;
	if (method === undefined) throw required('method');
	const inject = input.inject ?? stored?.inject;
	if (inject === undefined) throw required('inject');
	const same = stored?.method === method ? stored : null;
	const {required: needed, optional, defaults} = loginMethods[method];
	const settings: Record<string, string | undefined> = {};
	const secrets: LoginSecrets = {};
	const missing: string[] = [];
	for (const name of [...needed, ...optional]) {
		const value = isSecret(name)
			? (input[name] ?? same?.secrets[name])
			: (input[name] ?? same?.settings[name] ?? defaults[name]);
		if (value === undefined && needed.includes(name)) missing.push(name);
		if (isSecret(name)) secrets[name] = value;
		else settings[name] = value;
	}
	if (inject !== 'cookie')
		settings['injectScheme'] = input.injectScheme ?? (same?.inject === inject ? same.settings.injectScheme : undefined);
	if (inject !== 'bearer') {
		settings['injectKey'] = input.injectKey ?? (same?.inject === inject ? same.settings.injectKey : undefined);
		// A cookie may be the one that the login sets, whatever its name is.
		if (settings['injectKey'] === undefined && (inject === 'header' || method !== 'password'))
			missing.push('injectKey');
	}
	const [first, ...others] = missing;
	if (first !== undefined) throw required(first, ...others);
	const config: LoginConfig = {method, inject, settings: settings as LoginSettings, secrets};
	await requireSound(config, checkTarget);
	return config;
}

async function requireSound({settings}: LoginConfig, checkTarget: TargetCheck): Promise<void> {
	const {loginUrl, tokenEndpoint, tokenPath, loginBodyTemplate, loginContentType = 'application/json'} = settings;
	if (loginUrl !== undefined) await checkTarget(loginUrl, 'loginUrl');
	if (tokenEndpoint !== undefined) await checkTarget(tokenEndpoint, 'tokenEndpoint');
	if (tokenPath !== undefined) requireJsonPath(tokenPath, 'tokenPath');
	if (loginBodyTemplate === undefined) return;
	const missing = placeholders.find(name => !loginBodyTemplate.includes(name));
	if (missing)
		throw invalid('loginBodyTemplate', 'placeholder', `Field \`loginBodyTemplate\` must contain ${missing}.`);
	if (loginContentType === 'application/json' && !isJson(fillTemplate(loginBodyTemplate, loginContentType, sample)))
		throw invalid('loginBodyTemplate', 'not_json', 'Field `loginBodyTemplate` must be JSON, with quoted placeholders.');
}

const sample = {'{{username}}': 'u', '{{password}}': 'p'};

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** All in one sentence, so that nobody learns them one by one. */
function required(field: string, ...others: readonly string[]): ServiceError {
	const last = others.at(-1);
	if (last === undefined) return invalid(field, 'required', `Field \`${field}\` is required.`);
	const names = [field, ...others.slice(0, -1)].map(name => `\`${name}\``).join(', ');
	return new ServiceError('VALIDATION_ERROR', `Fields ${names} and \`${last}\` are required.`, {
		details: {field, reason: 'required', missing: [field, ...others]},
	});
}
