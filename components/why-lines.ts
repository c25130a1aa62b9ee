import {section, textLines} from './failure/section-lines.ts';
import type {PaneLine} from './text-pane.tsx';

/** Why a test did not pass, first in its pane; nothing where no reason is known. Foreign text is cleaned here. */
export const whyLines = (why: string | null | undefined, width: number): PaneLine[] =>
	why ? section('Why', textLines(why, width)) : [];
