import type {Target} from '../../../source/plan-language/reading.ts';
import type {LookElement} from '../page/look.ts';
import {authoredNames} from '../page/wrappers.ts';

/** `the logo`, which nothing else says of it: its name is the one of the company. */
export const namesLogo = ({role, phrase, isQuoted}: Target): boolean =>
	role === 'image' && phrase === 'logo' && !isQuoted;

/** What its authors call a logo, by class or id. */
export const isLogo = (element: LookElement): boolean =>
	['img', 'link', 'generic', 'heading', 'button'].includes(element.role) &&
	authoredNames(element).some(name => /(?:^|[-_]|[a-z](?=L))logo(?:$|[-_\d])/i.test(name));
