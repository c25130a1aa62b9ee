import {type AuthChoice, chooseAuth} from '../domain/auth-choice.ts';
import type {AuthRules} from '../runners/runner.ts';
import type {EndpointName} from '../store/documents/endpoint-names.ts';
import type {OpenSet} from './credential-set.ts';
import {headersOf, secretsIn} from './static-credential.ts';

/** What a call sends: `usesDefault`: the project's own credential, with `headers` beside it. */
export type ChosenHeaders = {
	headers: Record<string, string>;
	usesDefault: boolean;
	secrets: string[];
	/** A credential is stored for the call and cannot be read any more. */
	isLost: boolean;
};

/** A value of a few letters stands everywhere: hiding it in every text would leave nothing readable. */
const leastSecret = 8;

/** The headers that a choice means. */
export function chosenHeaders({supplier, extras}: AuthChoice<OpenSet>): ChosenHeaders {
	const headers = new Map<string, [string, string]>();
	const secrets: string[] = [];
	const credential = supplier?.mode === 'static' ? supplier.credential : null;
	if (supplier && credential !== null) {
		secrets.push(...secretsIn(credential));
		for (const header of Object.entries(headersOf(supplier.authType ?? 'public', credential, supplier.headerName)))
			headers.set(header[0].toLowerCase(), header);
	}
	for (const {name, value} of extras.flatMap(set => set.extraHeaders)) {
		if (value.length >= leastSecret) secrets.push(value);
		// The first to name a header is the newest.
		if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), [name, value]);
	}
	const usesDefault = supplier === null || supplier.mode === 'auto_auth';
	const isLost = supplier?.mode === 'static' && supplier.credential === null;
	return {headers: Object.fromEntries(headers.values()), usesDefault, secrets, isLost};
}

/**
 * The sets of a project as a runner needs them: the choice for every family and for every endpoint that it matters for.
 * Null: every call uses what the project uses.
 */
export function authRules(
	sets: readonly OpenSet[],
	endpoints: readonly EndpointName[],
): {rules: AuthRules; secrets: string[]} | null {
	const choices: ChosenHeaders[] = [];
	const places = new Map<string, number>();
	const placeOf = (choice: AuthChoice<OpenSet>): number | null => {
		if (choice.supplier === null && choice.extras.length === 0) return null;
		const key = [choice.supplier?.id, ...choice.extras.map(set => set.id)].join(' ');
		const known = places.get(key);
		if (known !== undefined) return known;
		places.set(key, choices.length);
		return choices.push(chosenHeaders(choice)) - 1;
	};
	const families = [...new Set(sets.flatMap(set => Object.keys(set.families)))]
		.sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1))
		.map(family => ({family, choice: placeOf(chooseAuth(sets, {endpointId: null, path: family, family}))}));
	const decided = endpoints.map(({id, method, path, family}) => ({
		method,
		path,
		choice: placeOf(chooseAuth(sets, {endpointId: id, path, family})),
	}));
	if (choices.length === 0) return null;
	// One without a set matters where it fits better than one with a set.
	const rivals = new Set(decided.flatMap(one => (one.choice === null ? [] : [shapeOf(one)])));
	return {
		rules: {
			families,
			endpoints: decided.filter(one => rivals.has(shapeOf(one))),
			choices: choices.map(({headers, usesDefault}) => ({headers, usesDefault})),
		},
		secrets: [...new Set(choices.flatMap(choice => choice.secrets))],
	};
}

const depth = (path: string): number => path.split('/').filter(Boolean).length;
const shapeOf = ({method, path}: {method: string; path: string}): string => `${method} ${depth(path)}`;
