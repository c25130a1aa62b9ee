import {cleanLine} from '../clean.ts';

/** A link to the dashboard on the web; what a browser shows already is not printed. */
export const openedLink = ({url, opened}: {url: string; opened: boolean}): string =>
	opened ? '' : `${cleanLine(url)}\n`;
