import type {AutoAuthInput} from '../../../contract/authentication.ts';
import type {Endpoint} from '../../../contract/endpoint.ts';

type Property = {example?: unknown; examples?: unknown; default?: unknown};

const loginPath = /(^|\/)(log-?in|sign-?in|authenticate|sessions?|tokens?)\/?$/i;
const tokenNames = ['access_token', 'accessToken', 'token', 'jwt', 'id_token'];

/**
 * The login that a document describes with an example of its own: who wrote one wants it to be tried. Null: there is
 * none, or its example is not whole.
 */
export function signInExample(endpoints: readonly Endpoint[], baseUrl: string): AutoAuthInput | null {
	for (const {method, path, basePath = '', requestShape, responseShape} of endpoints) {
		if (method !== 'POST' || !loginPath.test(path) || path.includes('{')) continue;
		const properties = propertiesOf(requestShape.body);
		const sample = (requestShape.sample ?? {}) as Record<string, unknown>;
		const values = Object.entries(properties).map(([name, property]) => [name, exampleOf(property) ?? sample[name]]);
		const whole = values.every(([, value]) => typeof value === 'string' && value !== '');
		const password = values.find(([name]) => /pass(word|wd|phrase)?$|secret$/i.test(String(name)));
		const username = values.find(([name]) => /e-?mail|user(_?name)?$|login$|account$/i.test(String(name)));
		const token = tokenNames.find(name => name in propertiesOf(responseShape.body));
		if (!whole || !password || !username || token === undefined) continue;
		const template = Object.fromEntries(values) as Record<string, string>;
		template[String(username[0])] = '{{username}}';
		template[String(password[0])] = '{{password}}';
		return {
			enabled: true,
			method: 'password',
			inject: 'bearer',
			loginUrl: `${baseUrl.replace(/(?<!\/)\/+$/, '')}${basePath}${path}`,
			username: String(username[1]),
			password: String(password[1]),
			loginBodyTemplate: JSON.stringify(template),
			tokenPath: `$.${token}`,
		};
	}
	return null;
}

const propertiesOf = (schema: unknown): Record<string, Property> =>
	((schema as {properties?: Record<string, Property>} | null)?.properties ?? {}) as Record<string, Property>;

const exampleOf = ({example, examples, default: standard}: Property): unknown =>
	example ?? (Array.isArray(examples) ? examples[0] : undefined) ?? standard;
