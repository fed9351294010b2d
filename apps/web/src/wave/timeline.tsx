'use client';

import type { Wave } from '../api/types';
import { clockWithSeconds, duration } from '../ui/moments';
import { useNow } from '../ui/now';
import styles from './timeline.module.css';
import { timelineOf } from './timeline-lanes';

export function TimelinePicture({ wave }: { wave: Wave }) {
  const now = useNow(wave.state === 'settled' ? null : 1_000);
  const { totalMs, lanes, marks } = timelineOf(wave, now);
  const spoken = lanes.map(({ name, bars }) => `${name}: ${bars.map((bar) => bar.text).join(', ') || 'not started'}`).join('. ');
  return (
    <figure className={styles.timeline}>
      <figcaption>
        <span className="num">
          {duration(totalMs, true)} {wave.state === 'settled' ? 'from send to receipt' : 'since it was sent'}
        </span>
        <span className="visually-hidden">{spoken}</span>
      </figcaption>
      <div aria-hidden className={styles.lanes}>
        {lanes.map((lane) => (
          <div key={lane.name} className={styles.lane}>
            <span className="clip">{lane.name}</span>
            <div className={styles.track}>
              {marks.map((mark) => (
                <i key={mark.at} style={{ left: `${mark.at}%` }} />
              ))}
              {lane.bars.map((bar, index) => (
                <b key={index} className={styles[bar.kind]} style={{ left: `${bar.from}%`, width: `${bar.width}%` }} title={bar.text}>
                  {bar.kind !== 'wait' && bar.width > 14 && <em>{bar.text}</em>}
                </b>
              ))}
            </div>
          </div>
        ))}
        <div className={styles.axis}>
          <span style={{ left: 0 }}>{clockWithSeconds(wave.createdAt)}</span>
          {marks.map((mark) => (
            <span key={mark.at} style={{ left: `${mark.at}%` }}>
              {mark.at > 12 ? mark.text : ''}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}
