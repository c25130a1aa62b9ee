import {isCredentialHeader, saysWho} from '../domain/credentials.ts';
import {masked, sealedStart} from '../domain/sealed-text.ts';

const tokenName = /(?:^|[_-])(?:access_?token|auth_?token|bearer|jwt|id_?token|session_?token|token)$/i;
const keyName = /api_?key$/i;

/** Headers as they are sent, and as they may be stored. */
type SweepHeaders = {
	sent: Record<string, string>;
	shown: Record<string, string>;
	/** The creating request carried a credential, and these carry none. */
	isBare: boolean;
	/** They carry a credential that only the test that made the record had: nobody can renew it. */
	isOwn: boolean;
};

/** Headers that are there to carry a credential; cookies are often there for something else. */
const credentialHeader = /^(?:authorization|(?:x-)?api-?key|x-(?:auth|access)-token)$/;

/** What a DELETE may be signed with. */
type SweepSigns = {
	/** What the project's credentials make of it. */
	credentials: Readonly<Record<string, string>>;
	/** Values that the creating test was given or has produced. */
	tokens: ReadonlyArray<{name: string; value: unknown}>;
	/** The API has refused the credential of the test's own. */
	isOwnRefused?: boolean;
};

/**
 * Headers of a DELETE: those of the creating request, and those that the project's credentials make. A credential of the
 * test's own comes first, because the API knows it as the one that created the record. Masked values cannot be repeated;
 * where a test authenticated with a value that another test of the batch had produced, such as `access_token`, that value
 * is used.
 */
export function sweepHeaders(
	replayed: Readonly<Record<string, string>>,
	{credentials, tokens, isOwnRefused = false}: SweepSigns,
): SweepHeaders {
	const sent: Record<string, string> = {accept: 'application/json, */*;q=0.5', 'user-agent': 'svc-cleanup'};
	const own = new Map<string, string>();
	for (const [name, value] of Object.entries(replayed)) {
		if (isCredentialHeader(name) && value.includes(sealedStart)) own.set(name, value);
		else if (value !== masked) sent[name] = value;
	}
	const secret = new Map(Object.entries(credentials).map(([name, value]) => [name.toLowerCase(), value]));
	if (!isOwnRefused) for (const [name, value] of own) secret.set(name, value);
	for (const [name, value] of Object.entries(replayed)) {
		if (value !== masked || secret.has(name)) continue;
		const token = tokenFor(name, tokens);
		if (token !== null) secret.set(name, token);
	}
	const shown = {...sent};
	for (const [name, value] of secret) {
		sent[name] = value;
		shown[name] = masked;
	}
	const wasSigned = Object.entries(replayed).some(
		([name, value]) => (value === masked && credentialHeader.test(name)) || own.has(name),
	);
	const isOwn = !isOwnRefused && [...own.keys()].some(name => saysWho(name) || name === 'cookie');
	return {sent, shown, isBare: wasSigned && secret.size === 0, isOwn};
}

function tokenFor(header: string, tokens: ReadonlyArray<{name: string; value: unknown}>): string | null {
	const isBearer = header === 'authorization';
	const plain = header.replace(/^x-/, '').replaceAll('-', '_');
	const wanted = isBearer ? tokenName : header === 'x-api-key' || keyName.test(plain) ? keyName : null;
	for (const {name, value} of tokens) {
		const fits = wanted?.test(name) || name.toLowerCase().replaceAll('-', '_') === plain;
		if (!fits || typeof value !== 'string' || !/^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/.test(value)) continue;
		return isBearer && !value.includes(' ') ? `Bearer ${value}` : value;
	}
	return null;
}
