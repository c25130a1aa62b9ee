import type {SecretBox} from './secret-box.ts';

/** Login of a project; either part may be missing while the user has given only one. */
export type ProjectLogin = {username?: string | undefined; password?: string | undefined};

const contextOf = (projectId: string) => `project:${projectId}:login`;

/** Encrypts a login for the store; null when there is nothing to keep. */
export function sealLogin(box: SecretBox, projectId: string, login: ProjectLogin): string | null {
	const {username, password} = login;
	if (!username && !password) return null;
	return box.seal(JSON.stringify({username, password}), contextOf(projectId));
}

/** The stored login; empty when none is stored or when its key is lost (it must then be given again). */
export function openLogin(box: SecretBox, projectId: string, sealed: string | null): ProjectLogin {
	if (sealed === null) return {};
	try {
		return JSON.parse(box.open(sealed, contextOf(projectId))) as ProjectLogin;
	} catch {
		return {};
	}
}
