import type {AutoAuthInput} from '../../../contract/authentication.ts';
import type {Endpoint} from '../../../contract/endpoint.ts';
import {type AuthType, authTypes} from '../../../contract/enums.ts';

/** How a credential is sent, and the word in front of it in `Authorization` where that is not `Bearer`. */
type DocumentedAuth = {
	authType: AuthType;
	headerName?: string;
	scheme?: string;
	/** Of a key that is no header: `query` or `cookie`, and its name there. */
	keyIn?: string;
	keyName?: string;
};

/**
 * How the document says that a credential is sent: as most operations that need one have it; a bearer token where it is
 * silent. Where the kind is chosen already, only what the document says of that kind counts.
 */
export function documentedAuth(endpoints: readonly Endpoint[], chosen?: AuthType): DocumentedAuth {
	const ways = new Map<string, DocumentedAuth & {times: number}>();
	for (const {auth} of endpoints) {
		const said = authTypes.find(type => type === auth.authType && type !== 'public');
		if (auth.required === false || said === undefined) continue;
		// Documents that know no bearer tokens describe them as a key in that header.
		const isBearer = chosen !== said && said === 'API key' && auth.headerName?.toLowerCase() === 'authorization';
		const [authType, headerName] = isBearer ? (['Bearer token', undefined] as const) : [said, auth.headerName];
		if (chosen !== undefined && authType !== chosen) continue;
		const {scheme, keyIn, keyName} = auth;
		const key = JSON.stringify([authType, headerName, scheme, keyIn, keyName]);
		const known = ways.get(key) ?? {
			authType,
			...(headerName === undefined ? {} : {headerName}),
			...(scheme === undefined ? {} : {scheme}),
			...(keyIn === undefined || keyName === undefined ? {} : {keyIn, keyName}),
			times: 0,
		};
		ways.set(key, {...known, times: known.times + 1});
	}
	const [most] = [...ways.values()].sort((one, other) => other.times - one.times);
	return most ?? {authType: chosen ?? 'Bearer token'};
}

/** How calls carry the token that a login gives: in the header that the document names for its key, else as a bearer token. */
export const tokenCarrier = ({
	authType,
	headerName,
	scheme,
	keyIn,
}: DocumentedAuth): Pick<AutoAuthInput, 'inject' | 'injectKey' | 'injectScheme'> =>
	authType === 'API key' && headerName !== undefined && keyIn === undefined
		? {inject: 'header', injectKey: headerName}
		: {inject: 'bearer', ...(scheme === undefined ? {} : {injectScheme: scheme})};

/** `API key in X-Token` */
export const sentAs = (authType: AuthType, headerName: string | undefined): string =>
	authType === 'API key' ? `API key in ${headerName ?? 'X-API-Key'}` : authType;
