import type {Look} from '../page/look.ts';

/** What people call the page that a site opens with. */
export const startNames = /^(?:start(?:ing)?|home|landing|front|main)(?: ?page)?$/i;

/** Whether this is the page that the site opens with. */
export function isAtStart(look: Look, startUrl: string | undefined): boolean {
	if (!URL.canParse(look.url)) return false;
	const {origin, pathname, search, hash} = new URL(look.url);
	const start = startUrl !== undefined && URL.canParse(startUrl) ? new URL(startUrl) : null;
	if (start && search === start.search && isSamePath(origin + pathname, start.origin + start.pathname))
		return /^(?:#!?\/?)?$/.test(hash) || hash === start.hash;
	return /^\/(?:index\.\w+|home|start)?$/.test(pathname) && /^(?:#!?\/?(?:home|start)?)?$/.test(hash);
}

const isSamePath = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');
