import type {AuthenticationView, AutoAuthHealth, EffectiveAuth} from '../../contract/authentication.ts';
import type {CredentialMode} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {type AuthChoice, chooseAuth} from '../domain/auth-choice.ts';
import type {EndpointName} from '../store/documents/endpoint-names.ts';
import type {AutoAuthTable, CredentialTable} from '../store/projects/project-tables.ts';
import type {OpenSet} from './credential-set.ts';
import {maskSecret} from './secret-box.ts';

/** Everything that decides what calls of one project authenticate with. */
type AuthenticationFacts = {
	projectId: ProjectId;
	/** With its credential masked; null without one. */
	credential: (Pick<CredentialTable, 'auth_type'> & {masked: string | null}) | null;
	/** Null: none is configured. */
	autoAuth: Pick<AutoAuthTable, 'inject'> | null;
	health: AutoAuthHealth;
	sets: readonly OpenSet[];
	endpoints: readonly EndpointName[];
};

/** What each family and endpoint of a project authenticates with, and where that comes from. */
export function authenticationView(facts: AuthenticationFacts): AuthenticationView {
	const {projectId, sets, endpoints, health} = facts;
	const project = authOfProject(facts);
	const named = sets.flatMap(set => Object.keys(set.families));
	const families = [...new Set([...named, ...endpoints.map(({family}) => family)])].sort();
	return {
		projectId,
		default: project,
		autoAuth: health,
		families: families.map(family => {
			const members = endpoints.filter(endpoint => endpoint.family === family);
			return {
				family,
				auth: effectiveAuth(chooseAuth(sets, {endpointId: null, path: family, family}), project),
				endpointCount: members.length,
				endpoints: members.map(({id, method, path}) => ({
					endpointId: id,
					method,
					path,
					auth: effectiveAuth(chooseAuth(sets, {endpointId: id, path, family}), project),
				})),
			};
		}),
	};
}

/** "Auto-auth when enabled, else the project's static credential, else none." */
function authOfProject({credential, autoAuth, health}: AuthenticationFacts): EffectiveAuth {
	const base = {setId: null, extraHeaderNames: [], inherited: 'project' as const};
	if (autoAuth && health.state !== 'disabled')
		return {
			...base,
			mode: 'auto_auth',
			authType: autoAuth.inject === 'bearer' ? 'Bearer token' : 'API key',
			maskedCredential: null,
		};
	const isStatic = credential !== null && credential.auth_type !== 'public';
	return {
		...base,
		mode: isStatic ? 'static' : 'none',
		authType: credential?.auth_type ?? null,
		maskedCredential: credential?.masked ?? null,
	};
}

function effectiveAuth({supplier, inherited, extras}: AuthChoice<OpenSet>, project: EffectiveAuth): EffectiveAuth {
	const extraHeaderNames = [...new Set(extras.flatMap(set => set.extraHeaders.map(({name}) => name)))];
	if (supplier === null) return {...project, extraHeaderNames};
	// Its token is the one of the project; without an automatic login it is what the project uses.
	if (supplier.mode === 'auto_auth') return {...project, setId: supplier.id, extraHeaderNames, inherited};
	const mode: CredentialMode = supplier.mode;
	return {
		mode,
		authType: supplier.authType,
		setId: supplier.id,
		maskedCredential: mode === 'static' ? maskSecret(supplier.credential ?? '') : null,
		extraHeaderNames,
		inherited,
	};
}
