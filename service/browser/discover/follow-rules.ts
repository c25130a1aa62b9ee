import type {SiteSkipReason} from '../../../contract/site-discovery.ts';
import {haveUnsafe} from '../../domain/unsafe-words.ts';
import {fold} from '../page/words.ts';
import {pathOf} from './address.ts';
import {decoded} from '../../../contract/address.ts';

/** A link as it stands on a page. */
export type PageLink = {
	/** Absolute. */
	href: string;
	/** What it is called: text, label, title. */
	text: string;
	/** Made for saving a file. */
	isDownload: boolean;
};

/** Further beginnings of words that say that following a link changes something, also in other languages. */
const alsoUnsafe = [
	...['destroy', 'purge', 'revoke', 'deactivat', 'uninstall', 'disconnect', 'erase', 'trash', 'wipe'],
	...['addtocart', 'addtobasket', 'addtobag', 'buynow', 'impersonat', 'switchuser', 'vote', 'approve', 'cancel'],
	...['abmeld', 'ausloggen', 'loschen', 'loesch', 'entfern', 'herunterlad', 'abbestell'],
	...['deconnexion', 'deconnecter', 'supprim', 'telecharg', 'desabonn', 'desinscri'],
	...['cerrarsesion', 'eliminar', 'borrar', 'descarg', 'esci', 'disconnet', 'elimina', 'scarica'],
	...['sair', 'excluir', 'baixar', 'uitlog', 'afmeld', 'verwijder', 'wyloguj', 'usun', 'odhlas'],
];

/** Ends of names that are files and no pages. */
const files =
	/\.(?:pdf|zip|gz|tgz|tar|rar|7z|exe|msi|dmg|deb|rpm|apk|iso|jar|csv|tsv|xlsx?|docx?|pptx?|od[tsp]|png|jpe?g|gif|webp|avif|svg|ico|bmp|mp[34]|m4[av]|mov|avi|webm|wav|ogg|woff2?|ttf|otf|eot|rss|atom|ics|vcf)$/i;

/** Words of an address or a name: `/logOut?do=it` is log, out, do, it. */
function wordsIn(text: string): string[] {
	const spaced = text.replace(/([a-z\d])([A-Z])/g, '$1 $2');
	return fold(spaced.replace(/[^\p{L}\p{N}]+/gu, ' '))
		.split(' ')
		.filter(Boolean);
}

/** Whether an address says by itself that opening it does more than show a page. */
export const isUnsafeAddress = (url: URL): boolean =>
	haveUnsafe(wordsIn(decoded(`${url.pathname} ${url.search} ${url.hash}`)), alsoUnsafe);

/** `/admin` is it and all below it; `*` stands for anything. */
export const isExcluded = (path: string, exclude: readonly string[]): boolean =>
	exclude.some(pattern => (pattern.includes('*') ? fits(path, pattern.split('*')) : isBelow(path, pattern)));

function isBelow(path: string, start: string): boolean {
	const folder = start.replace(/\/$/, '');
	return path.startsWith(folder) && ['', '/', '?', '#'].includes(path.charAt(folder.length));
}

/** The parts of a pattern in their order, the first at the start and the last at the end; linear in the text. */
function fits(text: string, [first = '', ...parts]: string[]): boolean {
	const last = parts.pop() ?? '';
	if (!text.startsWith(first) || !text.endsWith(last)) return false;
	let at = first.length;
	for (const part of parts) {
		const found = text.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return at <= text.length - last.length;
}

/** Why a link is not followed; null: it may be. @param url what `pageAddress` made of it */
export function refusalOf(
	link: PageLink,
	url: URL,
	{origin, exclude}: {origin: string; exclude: readonly string[]},
): SiteSkipReason | null {
	if (url.origin !== origin) return 'other_origin';
	if (link.isDownload || files.test(url.pathname)) return 'file';
	if (isUnsafeAddress(url) || haveUnsafe(wordsIn(link.text), alsoUnsafe)) return 'unsafe_words';
	return isExcluded(pathOf(url), exclude) ? 'excluded' : null;
}
