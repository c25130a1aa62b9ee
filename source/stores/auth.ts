import type {
	AuthenticationView,
	AutoAuth,
	AutoAuthInput,
	CredentialInput,
	CredentialSet,
	CredentialSetInput,
	CredentialSetPatch,
	SavedAutoAuth,
	StoredCredential,
	TestLogin,
} from '../../contract/authentication.ts';
import type {CredentialSetId, ProjectId} from '../../contract/ids.ts';
import type {Project} from '../../contract/project.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadAuthenticationRoutes = () => import('../../contract/routes/authentication.ts');
const loadCredentialSetsRoutes = () => import('../../contract/routes/credential-sets.ts');

/** The last login that was only tried. */
export type TriedLogin = TestLogin & {
	/** Epoch ms. */
	at: number;
};

/** What the tests of a project authenticate with; secrets are masked by the service already. */
export type ProjectAuth = {
	project: Project;
	/** Null: a frontend project, whose tests sign in by themselves. */
	backend: {
		view: AuthenticationView;
		autoAuth: AutoAuth;
		credential: StoredCredential;
		sets: readonly CredentialSet[];
	} | null;
	tried: TriedLogin | null;
};

type AuthStore = Loader<ProjectAuth> & {
	/** Signs in once and stores nothing; what came of it is kept to be shown. */
	tryLogin(projectId: ProjectId, input: AutoAuthInput): Promise<TestLogin>;
	saveLogin(projectId: ProjectId, input: AutoAuthInput): Promise<SavedAutoAuth>;
	removeLogin(projectId: ProjectId): Promise<void>;
	saveCredential(projectId: ProjectId, input: CredentialInput): Promise<void>;
	createSet(projectId: ProjectId, input: CredentialSetInput): Promise<CredentialSet>;
	changeSet(projectId: ProjectId, setId: CredentialSetId, patch: CredentialSetPatch): Promise<void>;
	removeSet(projectId: ProjectId, setId: CredentialSetId): Promise<void>;
};

/** What the tests of the shown project authenticate with, and what can be done about it. */
export const authStore = storeKey<AuthStore>(({session, context}) => {
	const loader: Loader<ProjectAuth> = createLoader<ProjectAuth>(
		{session},
		{
			async read(projectId, _known, signal) {
				const params = {projectId};
				const project = await session.call(getProject, {params, signal});
				const {data, key} = loader.store.getState();
				const tried = key === projectId && data ? data.tried : null;
				if (project.type === 'frontend') return {project, backend: null, tried};
				const [view, autoAuth, credential, sets] = await Promise.all([
					session.call((await loadCredentialSetsRoutes()).getAuthentication, {params, signal}),
					session.call((await loadAuthenticationRoutes()).getAutoAuth, {params, signal}),
					session.call((await loadAuthenticationRoutes()).getCredential, {params, signal}),
					session.call((await loadCredentialSetsRoutes()).listCredentialSets, {params, query: {}, signal}),
				]);
				return {project, backend: {view, autoAuth, credential, sets: sets.items}, tried};
			},
		},
	);
	const signal = context.ended;
	/** What was changed is read again at once; a failure of that is the next look's matter. */
	const readAgain = (projectId: ProjectId) => loader.load(projectId, signal).catch(() => undefined);

	const tryLogin = async (projectId: ProjectId, input: AutoAuthInput): Promise<TestLogin> => {
		const result = await session.call((await loadAuthenticationRoutes()).testAutoAuthLogin, {
			params: {projectId},
			body: input,
			signal,
		});
		loader.put(projectId, data => ({...data, tried: {...result, at: context.now()}}));
		return result;
	};

	return {
		...loader,
		tryLogin,
		saveLogin: async (projectId, input) => {
			const {getAutoAuth, putAutoAuth} = await loadAuthenticationRoutes();
			const params = {projectId};
			// The service stores what it is given, and switches it off when the login is refused: one that is on is kept so.
			// To try a refresh token may use it up.
			if (input.enabled && input.refreshToken === undefined) {
				const {enabled: isOn} = await session.call(getAutoAuth, {params, signal});
				const {enabled: _enabled, ...tried} = input;
				const login = isOn ? await tryLogin(projectId, tried) : null;
				if (login && !login.ok)
					throw new Error(
						`The login failed: ${login.reason ?? login.outcome}. Nothing was changed, auto-auth stays on as it was.`,
					);
			}
			const saved = await session.call(putAutoAuth, {params, body: input, signal});
			await readAgain(projectId);
			return saved;
		},
		async removeLogin(projectId) {
			await session.call((await loadAuthenticationRoutes()).deleteAutoAuth, {
				params: {projectId},
				signal,
			});
			loader.put(projectId, data => ({...data, tried: null}));
			await readAgain(projectId);
		},
		async saveCredential(projectId, input) {
			await session.call((await loadAuthenticationRoutes()).putCredential, {
				params: {projectId},
				body: input,
				signal,
			});
			await readAgain(projectId);
		},
		async createSet(projectId, input) {
			const set = await session.call((await loadCredentialSetsRoutes()).createCredentialSet, {
				params: {projectId},
				body: input,
				signal,
			});
			await readAgain(projectId);
			return set;
		},
		async changeSet(projectId, setId, patch) {
			await session.call((await loadCredentialSetsRoutes()).patchCredentialSet, {
				params: {projectId, setId},
				body: patch,
				signal,
			});
			await readAgain(projectId);
		},
		async removeSet(projectId, setId) {
			await session.call((await loadCredentialSetsRoutes()).deleteCredentialSet, {
				params: {projectId, setId},
				signal,
			});
			await readAgain(projectId);
		},
	};
});
