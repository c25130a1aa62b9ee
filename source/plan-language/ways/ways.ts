import {byDay} from './by-day.ts';
import {byMeans, manyTimes} from './by-means.ts';
import {ordinary, tellings} from './ordinary.ts';
import {withFacts} from './with-facts.ts';
import type {Rewording} from '../rewording.ts';
import {asking} from './asking.ts';
import {asideActions, asideClaims} from './asides.ts';
import {becoming} from './becoming.ts';
import {browsing, laterBrowsing} from './browsing.ts';
import {callings} from './callings.ts';
import {choosing} from './choosing.ts';
import {claiming} from './claiming.ts';
import {laterClaiming} from './later-claiming.ts';
import {colloquial, laterColloquial} from './colloquial.ts';
import {comparing, laterComparing} from './comparing.ts';
import {details} from './details.ts';
import {doing} from './doing.ts';
import {inPassing} from './in-passing.ts';
import {lists} from './lists.ts';
import {plainTalk} from './plain-talk.ts';
import {laterPointing, pointing} from './pointing.ts';
import {oneRecord} from './one-record.ts';
import {laterParticles, particles} from './particles.ts';
import {recording} from './records.ts';
import {remaining} from './remaining.ts';
import {reported} from './reported.ts';
import {remarking} from './remarking.ts';
import {formal} from './formal.ts';
import {found} from './results.ts';
import {laterSeeking, seeking} from './seeking.ts';
import {leaving, typing} from './typing.ts';

/**
 * The grid of ways to say each thing: operation × order of its words × synonyms, each said again in the
 * words that the families know. The more special come first; what stands in the slots is looked at by guards, so that no
 * way takes a part of a sentence for a name. Checked cell by cell against the plain sentence.
 */
export const ways: Rewording[] = [
	...doing,
	...asking,
	...byDay,
	...inPassing,
	...particles,
	...formal,
	...found,
	...seeking,
	...colloquial,
	...callings,
	...plainTalk,
	...details,
	...reported,
	...remaining,
	...oneRecord,
	...recording,
	...remarking,
	...lists,
	...leaving,
	...browsing,
	...pointing,
	...choosing,
	...typing,
	...claiming,
	...comparing,
	...withFacts,
	...ordinary,
	...byMeans,
];
/** Asked after the sentence as it stands: ways that another form may read more exactly. */
export const laterWays: Rewording[] = [
	...laterBrowsing,
	...laterPointing,
	...laterParticles,
	...laterSeeking,
	...asideActions,
	...laterClaiming,
	...laterComparing,
	...asideClaims,
	...becoming,
	...manyTimes,
	...tellings,
	...laterColloquial,
];
