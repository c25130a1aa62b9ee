/** An account that an address carries: `https://user:password@host`. */
export type AddressAccount = {username: string; password: string};

/**
 * An address without the account in it, which must stand on no screen and in no file, and that account with its
 * `%XX` read; null: it carries none. Other parts of the address stay as they are written.
 */
export function splitAddress(address: string): {url: string; account: AddressAccount | null} {
	if (!URL.canParse(address)) return {url: address, account: null};
	const parsed = new URL(address);
	const {username, password} = parsed;
	if (username === '' && password === '') return {url: address, account: null};
	const bare = address.replace(/^([a-z]+:\/\/)[^/?#\\]*@/i, '$1');
	if (URL.canParse(bare) && new URL(bare).username === '' && new URL(bare).password === '')
		return {url: bare, account: {username: decoded(username), password: decoded(password)}};
	[parsed.username, parsed.password] = ['', ''];
	return {url: parsed.href, account: {username: decoded(username), password: decoded(password)}};
}

/** A stored address as it may stand on a screen: older versions kept an account in it. */
export const shownAddress = (address: string | null): string | null =>
	address?.includes('@') ? splitAddress(address).url : address;

/** A part of an address with its `%XX` read; as it is written where they cannot be. */
export function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
