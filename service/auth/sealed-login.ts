import type {AddressAccount} from '../../contract/address.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {SecretBox} from './secret-box.ts';

/** Login of a project; either part may be missing while the user has given only one. */
export type ProjectLogin = {
	username?: string | undefined;
	password?: string | undefined;
	/** What a website is given when its server asks before it shows a page (HTTP Basic). */
	http?: AddressAccount | undefined;
};

const contextOf = (projectId: ProjectId) => `project:${projectId}:login`;

/** Encrypts a login for the store; null when there is nothing to keep. */
export function sealLogin(box: SecretBox, projectId: ProjectId, login: ProjectLogin): string | null {
	const {username, password, http} = login;
	if (!username && !password && !http) return null;
	return box.seal(JSON.stringify({username, password, http}), contextOf(projectId));
}

/** The stored login; empty when none is stored or when its key is lost (it must then be given again). */
export function openLogin(box: SecretBox, projectId: ProjectId, sealed: string | null): ProjectLogin {
	if (sealed === null) return {};
	try {
		return JSON.parse(box.open(sealed, contextOf(projectId))) as ProjectLogin;
	} catch {
		return {};
	}
}

/** What must not be shown of a login. */
export const passwordsOf = ({password, http}: ProjectLogin): string[] =>
	[password, http?.password].flatMap(one => one || []);
