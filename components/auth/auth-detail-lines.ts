import type {EffectiveAuth} from '../../contract/authentication.ts';
import type {ProjectAuth} from '../../source/stores/auth.ts';
import type {AuthRow} from '../../source/stores/auth-rows.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {momentWords} from '../../source/terminal/moment-words.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {credentialSpan, healthSpan, sendsWord} from './auth-row.ts';
import {loginLines} from './login-lines.ts';

type Backend = NonNullable<ProjectAuth['backend']>;
type AuthLook = {glyphs: Glyphs; width: number; now: number};

/** Everything about the row under the cursor. */
export function authDetailLines(row: AuthRow, {backend, tried}: ProjectAuth, look: AuthLook): PaneLine[] {
	if (!backend) return [];
	switch (row.kind) {
		case 'section':
			return sectionLines(row, look);
		case 'default':
			return defaultLines(backend, look);
		case 'login':
			return loginLines(backend.autoAuth, tried, look);
		case 'family':
			return familyLines(row, backend, look);
		case 'endpoint': {
			const {method, path, auth} = row.endpoint;
			return [
				...wrapped(cleanLine(`${method} ${path}`), look.width, 'title'),
				...authLines(auth, row.setName, backend, look),
				...labelled('Family', row.family, look.width),
			];
		}
		case 'set':
			return setLines(row, backend, look);
	}
}

const sections: Record<string, string> = {
	families: 'What the calls of each family carry, and where that comes from. e gives a family a credential of its own.',
	sets: 'Credentials for some families or endpoints. n adds one, e changes it, D removes it.',
};

function sectionLines({id, title}: Extract<AuthRow, {kind: 'section'}>, {width}: AuthLook): PaneLine[] {
	return [
		...wrapped(title, width, 'title'),
		[],
		...wrapped(sections[id.replace('section ', '')] ?? '', width, 'muted'),
	];
}

function defaultLines(backend: Backend, look: AuthLook): PaneLine[] {
	const {view, credential} = backend;
	const {width, now} = look;
	const isLogin = view.default.mode === 'auto_auth';
	const hasStatic = credential.maskedCredential !== null;
	return [
		...wrapped('Project default', width, 'title'),
		...wrapped('What every call carries unless its family or endpoint has a credential of its own.', width, 'muted'),
		[],
		...labelled('Sends', sendsWord(view.default), width),
		...credentialLine(view.default, backend, look),
		...labelled('Header', headerOf(view.default.authType, credential.headerName), width),
		...(hasStatic && !isLogin ? labelled('Set', momentWords(credential.updatedAt, now), width) : []),
		...(view.default.mode === 'none'
			? [[], ...wrapped('e sets a credential; on the next row e sets up a login that fetches a fresh token.', width)]
			: []),
		...(hasStatic && isLogin
			? [
					[],
					...labelled('Stored', `${credential.authType} ${credential.maskedCredential}`, width),
					...wrapped('It is not used while auto-auth is on.', width, 'muted'),
				]
			: []),
	];
}

/** The header that a credential travels in. */
function headerOf(authType: string | null, headerName: string | null): string | null {
	if (authType === 'API key') return headerName;
	return authType === 'Bearer token' || authType === 'basic token' ? 'Authorization' : null;
}

function familyLines(row: Extract<AuthRow, {kind: 'family'}>, backend: Backend, look: AuthLook): PaneLine[] {
	const {family, auth, endpoints, endpointCount} = row.family;
	const {width} = look;
	const others = endpoints.filter(endpoint => endpoint.auth.setId !== auth.setId);
	return [
		...wrapped(cleanLine(family), width, 'title'),
		...authLines(auth, row.setName, backend, look),
		...labelled('Endpoints', String(endpointCount), width),
		...(others.length > 0
			? [
					[],
					[{text: 'With another credential', role: 'accent' as const}],
					...others.map(
						({method, path, auth: own}): PaneLine => [
							{text: cleanLine(`${method} ${path}`)},
							{text: `  ${sendsWord(own)}`, role: 'muted'},
						],
					),
				]
			: []),
	];
}

/** What calls carry, and where that is inherited from. */
function authLines(auth: EffectiveAuth, setName: string | null, backend: Backend, look: AuthLook): PaneLine[] {
	const {width} = look;
	const set = backend.sets.find(({setId}) => setId === auth.setId);
	const headerName = set ? set.headerName : backend.credential.headerName;
	return [
		[],
		...labelled('Sends', sendsWord(auth), width),
		...credentialLine(auth, backend, look),
		...labelled('Header', headerOf(auth.authType, headerName), width),
		...labelled('Extra', auth.extraHeaderNames.join(', '), width),
		...labelled('From', originWords(auth, setName), width),
	];
}

const origins: Record<string, string> = {
	endpoint: 'set for this endpoint',
	family: 'set for the family',
	project: 'inherited from the project',
};

const originWords = ({inherited}: EffectiveAuth, setName: string | null): string =>
	`${origins[inherited] ?? inherited}${setName === null ? '' : `: ${setName}`}`;

function credentialLine(auth: EffectiveAuth, {view}: Backend, {glyphs, width}: AuthLook): PaneLine[] {
	if (auth.mode !== 'auto_auth') return labelled('Credential', auth.maskedCredential, width);
	return [[{text: 'Login'.padEnd(11), role: 'muted'}, credentialSpan(auth, view.autoAuth.state, glyphs)]];
}

function setLines({set, name}: Extract<AuthRow, {kind: 'set'}>, backend: Backend, look: AuthLook): PaneLine[] {
	const {width, now, glyphs} = look;
	const {mode, authType, maskedCredential, headerName, extraHeaders, families, endpointIds} = set;
	const endpoints = backend.view.families.flatMap(family => family.endpoints);
	const named = endpointIds.map(id => {
		const endpoint = endpoints.find(({endpointId}) => endpointId === id);
		return endpoint ? `${endpoint.method} ${endpoint.path}` : id;
	});
	return [
		...wrapped(cleanLine(name), width, 'title'),
		[],
		...labelled('Sends', sendsWord({mode, authType}), width),
		...(mode === 'auto_auth'
			? [[{text: 'Login'.padEnd(11), role: 'muted' as const}, healthSpan(backend.view.autoAuth.state, glyphs)]]
			: labelled('Credential', maskedCredential, width)),
		...labelled('Header', headerOf(authType, headerName), width),
		...extraHeaders.flatMap(header => labelled('Extra', `${header.name}: ${header.maskedValue}`, width)),
		...labelled('Families', families.join(', '), width),
		...named.flatMap((endpoint, index) => labelled(index === 0 ? 'Endpoints' : '', endpoint, width)),
		...(families.length === 0 && named.length === 0
			? [[], ...wrapped('Nothing uses it yet: e names its families.', width, 'blocked')]
			: []),
		...labelled('Changed', momentWords(set.updatedAt, now), width),
	];
}
