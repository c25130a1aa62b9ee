import type {AuthenticationView, AutoAuthHealth, CredentialSet, EffectiveAuth} from '../../contract/authentication.ts';
import type {CredentialSetId, EndpointId} from '../../contract/ids.ts';
import type {ProjectAuth} from './auth.ts';
import {memoizeLast} from './memoize.ts';

type Family = AuthenticationView['families'][number];
type Endpoint = Family['endpoints'][number];

/** What is listed: the project's own credential and login, then families with their endpoints, then credential sets. */
export type AuthRow =
	| {kind: 'default'; id: 'default'; auth: EffectiveAuth; health: string}
	| {kind: 'login'; id: 'login'; health: string; warning: AutoAuthHealth['refreshTokenWarning']}
	| {kind: 'section'; id: string; title: string; count: number}
	| {kind: 'family'; id: string; family: Family; isOpen: boolean; setName: string | null; health: string}
	| {kind: 'endpoint'; id: string; endpoint: Endpoint; family: string; setName: string | null; health: string}
	| {kind: 'set'; id: string; set: CredentialSet; name: string; health: string};

export const familyRowId = (family: string): string => `family ${family}`;
const endpointRowId = (endpointId: EndpointId): string => `endpoint ${endpointId}`;
export const setRowId = (setId: CredentialSetId): string => `set ${setId}`;

/** Method and path of each endpoint by its id. A set that was made for one endpoint is called by that id. */
export const endpointWords = ({families}: AuthenticationView): ReadonlyMap<string, string> =>
	new Map(families.flatMap(family => family.endpoints).map(each => [each.endpointId, `${each.method} ${each.path}`]));

/**
 * The rows as they are listed.
 * @param opened ids of the families whose endpoints are shown; a filter that names an endpoint shows it by itself
 */
export const selectAuthRows = () =>
	memoizeLast((data: ProjectAuth | null, filter: string, opened: readonly string[]): readonly AuthRow[] => {
		if (!data?.backend) return [];
		const {view, sets} = data.backend;
		const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
		const matches = (text: string) => words.every(word => text.toLowerCase().includes(word));
		const endpoints = endpointWords(view);
		const wordsOf = ({name}: CredentialSet) => endpoints.get(name) ?? name;
		const nameOf = (setId: CredentialSetId | null) => {
			const set = sets.find(other => other.setId === setId);
			return set ? wordsOf(set) : null;
		};
		const health = view.autoAuth.state;
		const own: AuthRow[] = [
			{kind: 'default', id: 'default', auth: view.default, health},
			{kind: 'login', id: 'login', health, warning: view.autoAuth.refreshTokenWarning},
		];

		const families = view.families.flatMap((family): AuthRow[] => {
			const id = familyRowId(family.family);
			const isNamed = matches(`${family.family} ${nameOf(family.auth.setId) ?? ''}`);
			const endpoints = isNamed
				? family.endpoints
				: family.endpoints.filter(({method, path, auth}) => matches(`${method} ${path} ${nameOf(auth.setId) ?? ''}`));
			if (!isNamed && endpoints.length === 0) return [];
			const isOpen = opened.includes(id) || !isNamed;
			return [
				{kind: 'family', id, family, isOpen, setName: nameOf(family.auth.setId), health},
				...(isOpen ? endpoints : []).map(
					(endpoint): AuthRow => ({
						kind: 'endpoint',
						id: endpointRowId(endpoint.endpointId),
						endpoint,
						family: family.family,
						setName: nameOf(endpoint.auth.setId),
						health,
					}),
				),
			];
		});
		const shownSets = sets
			.filter(set => matches(`${wordsOf(set)} ${set.families.join(' ')}`))
			.map((set): AuthRow => ({kind: 'set', id: setRowId(set.setId), set, name: wordsOf(set), health}));
		return [
			...own.filter(({kind}) => matches(kind === 'login' ? 'auto-auth login' : 'project default')),
			...section('families', 'Families', families, ({kind}) => kind === 'family'),
			...section('sets', 'Credential sets', shownSets, () => true),
		];
	});

function section(id: string, title: string, rows: AuthRow[], counts: (row: AuthRow) => boolean): AuthRow[] {
	if (rows.length === 0) return [];
	return [{kind: 'section', id: `section ${id}`, title, count: rows.filter(counts).length}, ...rows];
}

/** The set that a row is about: the set itself, or the one whose credential counts there. */
export function setIdOf(row: AuthRow | undefined): string | null {
	if (row?.kind === 'set') return row.set.setId;
	if (row?.kind === 'family') return row.family.auth.setId;
	if (row?.kind === 'endpoint') return row.endpoint.auth.setId;
	return null;
}
